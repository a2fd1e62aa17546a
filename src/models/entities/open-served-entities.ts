import { z } from 'zod';
import { defined, type Entity, type EntityFinder, WorkError } from '../../core/index.js';
import {
  batches,
  bearer,
  call,
  InvalidResponse,
  NO_COST,
  openClient,
  type Reach,
  type Run,
  readAs,
  runJobs,
} from '../../platform/api-client/index.js';
import { type Fate, readEntities, textFailed } from '../custom/index.js';

/** The variable that holds the key of the server, sent as `Authorization: Bearer …`. */
const NER_KEY = 'R2MED_NER_API_KEY';
const TEXTS_PER_REQUEST = 32;
const LARGEST_REQUEST_BYTES = 8 << 20;
const FIRST_TEXT = 'fever';

interface ServedEntitySettings extends Reach {
  readonly signal: AbortSignal;
  note(line: string): void;
}

interface TextItem {
  readonly place: number;
  readonly text: string;
  readonly tokens: number;
  readonly bytes: number;
}

const Answer = z.object({
  entities: z.array(z.unknown()),
  errors: z.array(z.string().nullable()).optional(),
  name: z.string().min(1).optional(),
  version: z.union([z.string(), z.number()]).transform(String).optional(),
});

/** A model that finds names behind HTTP: POST `{ texts }`, with `model` where the address has `#model`, answered by `{ entities }`; docs/guides/your-own-model.md has it all. */
export const openServedEntities = async (
  address: string,
  settings: ServedEntitySettings,
): Promise<EntityFinder> => {
  const [endpoints = '', model] = address.split('#');
  const home = { home: 'http://localhost', keyVariables: [NER_KEY], whole: true } as const;
  const client = await openClient(
    home,
    { ...settings, endpoints: endpoints.split(',') },
    { words: { who: 'the NER', items: 'texts', done: 'read', resume: 'then run again' } },
  );
  const { connection, addresses } = client;
  let met: Pick<z.infer<typeof Answer>, 'name' | 'version'> | undefined;
  const nameOf = (): string => met?.name ?? `served-${model ?? 'ner'}`;

  const run = (note: (line: string) => void): Run<TextItem, Fate<readonly Entity[]>> => ({
    client,
    most: () => NO_COST,
    request: async (endpoint, items, until) => {
      const texts = items.map(({ text }) => text);
      const body = { texts, ...defined({ model }) };
      const read = (answer: unknown) => readAs(Answer, answer, 'no entities');
      const answer = await call(connection, endpoint, { url: endpoint, headers: bearer, body, read }, until);
      const { entities, errors = [], name, version } = answer;
      if (entities.length !== texts.length)
        throw new InvalidResponse(`${entities.length} lists of entities for ${texts.length} texts`);
      if (met && met.version !== version)
        throw new WorkError(`${endpoint} says version ${version} after version ${met.version}`, 'run again');
      met ??= { name, version };
      const values = texts.map((text, i) =>
        typeof errors[i] === 'string' ? { failed: errors[i] } : readEntities(entities[i], text),
      );
      return { values };
    },
    textOf: ({ text }) => text,
    shorter: () => undefined,
    note,
  });
  const find: EntityFinder['find'] = async (texts, { note, signal }) => {
    const found = new Array<readonly Entity[]>(texts.length);
    for await (const { done, failed } of runJobs(run(note), jobsOf(texts), signal)) {
      for (const { item, reason } of failed) throw textFailed(nameOf(), reason, item.text);
      for (const { item, value } of done)
        if ('failed' in value) throw textFailed(nameOf(), value.failed, item.text);
        else found[item.place] = value.value;
    }
    return found;
  };
  try {
    await find([FIRST_TEXT], settings);
  } catch (error) {
    await client.close();
    throw error;
  }
  const spec = { backEnd: 'served-entities', addresses, ...defined({ model, ...met }) };
  return { name: nameOf(), spec, find, close: client.close };
};

const jobsOf = (texts: readonly string[]) =>
  batches(
    texts.map(
      (text, place): TextItem => ({
        place,
        text,
        tokens: 0,
        bytes: Buffer.byteLength(JSON.stringify(text)) + 1,
      }),
    ),
    { texts: TEXTS_PER_REQUEST, tokens: Number.POSITIVE_INFINITY, bytes: LARGEST_REQUEST_BYTES },
  );
