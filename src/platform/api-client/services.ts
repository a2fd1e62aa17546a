import { z } from 'zod';
import { InputError, once } from '../../core/index.js';
import { packageData } from '../node/index.js';

const schema = () => {
  const Variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/);
  const Sentence = z.string().min(1);

  const Batch = z.strictObject({
    protocol: z.enum(['openai', 'mistral', 'voyage', 'anthropic', 'gemini']),
    /** Within which the service answers, as it writes it. */
    window: z.string().regex(/^\d+h$/),
    /** What a request in a batch costs of the usual price. */
    priceShare: z.number().positive().max(1),
    /** The most of one batch. */
    requests: z.int().positive(),
    megabytes: z.int().positive(),
    /** How long answers can be fetched, where known. */
    keptDays: z.int().positive().optional(),
    at: z.iso.date(),
    source: Sentence,
    unconfirmed: z.array(z.string()).default([]),
  });

  const Service = z
    .strictObject({
      /** Absent where each customer has another address. */
      home: z.url().optional(),
      /** Variable that names another home, or the customer's own. */
      homeVariable: Variable.optional(),
      /** The customer's own address, as it may look. */
      example: z.url().optional(),
      /** Host names that are the service's as well; `*` stands for anything. */
      hosts: z.array(z.string().regex(/^[^*]*\*[^*]+$/)).default([]),
      /** Variables that may hold the key; the first one that is set counts. The key itself is only ever in the environment. */
      keys: z.array(Variable).min(1),
      /** The header that the key goes in, where it is not the dialect's. */
      keyHeader: z.string().optional(),
      /** What follows the address, where it is not the dialect's path alone. An address that ends in a version needs none. */
      route: z.string().includes('{path}').optional(),
      version: z.strictObject({ variable: Variable, default: z.string() }).optional(),
      /** How its language models are called; read by their registry. */
      chat: z.record(z.string(), z.json()).optional(),
      /** The dialect of its embedders. */
      embeddings: z.string().optional(),
      batch: Batch.optional(),
      source: Sentence.optional(),
      unconfirmed: z.array(z.string()).default([]),
    })
    .refine(({ home, homeVariable, example }) => home ?? (homeVariable && example), {
      error: 'a service has an address, or a variable for one with an example',
    });

  const File = z.strictObject({
    version: z.literal(1),
    services: z.record(z.string().regex(/^[a-z]+$/), Service),
  });
  return { File, Service, Batch };
};

type Schemas = ReturnType<typeof schema>;
/** A hosted service in `data/services.json`. */
export type Service = Readonly<z.infer<Schemas['Service']>>;

/** The services of `data/services.json` by name. */
export const services: () => Readonly<Record<string, Service>> = once(
  () => packageData('services.json', schema().File).services,
);

/** The batch API of a service. */
export interface BatchApi extends Readonly<z.infer<Schemas['Batch']>> {
  readonly service: string;
}

/** Services with a batch API. */
export const batchApis = (): readonly BatchApi[] =>
  Object.entries(services()).flatMap(([service, { batch }]) => (batch ? [{ ...batch, service }] : []));

/** The batch API of the service at this address, if it has one. */
export const batchApiAt = (home: string): BatchApi | undefined => {
  const found = serviceAt(home);
  return found?.[1].batch && { ...found[1].batch, service: found[0] };
};

/** The service that an address belongs to, with its name. */
export const serviceAt = (address: string): readonly [string, Service] | undefined => {
  const { host, hostname } = new URL(address);
  return Object.entries(services()).find(
    ([, { home, hosts }]) =>
      (home && new URL(home).host === host) || hosts.some((pattern) => isLike(hostname, pattern)),
  );
};

const isLike = (name: string, pattern: string): boolean => {
  const [start, end] = pattern.split('*');
  return name.startsWith(start!) && name.endsWith(end!);
};

/** The error for a model whose calls cannot go in batches. */
export const noBatchApi = (model: string, where: string): InputError =>
  new InputError({
    found: `--batch-api for ${model}, and ${where} has no batch API that r2med knows`,
    expected: `a model of ${batchApis()
      .map(({ service }) => service)
      .join(', ')}`,
    fix: 'leave out --batch-api',
  });
