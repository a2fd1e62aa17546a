import { z } from 'zod';
import { InputError, once } from '../../../core/index.js';
import { packageData } from '../../node/index.js';
import { endpointAddress } from '../addresses.js';

const schema = () =>
  z.strictObject({
    version: z.literal(1),
    apis: z.array(
      z.strictObject({
        service: z.string().regex(/^[a-z]+$/),
        home: z.url(),
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
        source: z.string().min(1),
        unconfirmed: z.array(z.string()).default([]),
      }),
    ),
  });

/** The batch API of a service, in `data/batch-apis.json`. */
export type BatchApi = Readonly<z.infer<ReturnType<typeof schema>>['apis'][number]>;

export const batchApis: () => readonly BatchApi[] = once(() => packageData('batch-apis.json', schema()).apis);

/** The batch API of the service at this address, if it has one. */
export const batchApiAt = (home: string): BatchApi | undefined =>
  batchApis().find((api) => endpointAddress(api.home) === endpointAddress(home));

/** The error for a model whose calls cannot go in batches. */
export const noBatchApi = (model: string, where: string): InputError =>
  new InputError({
    found: `--batch-api for ${model}, and ${where} has no batch API that r2med knows`,
    expected: `a model of ${batchApis()
      .map(({ service }) => service)
      .join(', ')}`,
    fix: 'leave out --batch-api',
  });
