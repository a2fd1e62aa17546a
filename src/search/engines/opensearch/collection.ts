import { canonicalJson, isJsonObject, type JsonObject, WorkError } from '../../../core/index.js';
import { COLLECTION_PREFIX, collectionName, isCollectionName, storedObject } from '../collection-key.js';
import type { Collection, EngineAbout, LoadOptions } from '../engine.js';
import { Refused } from '../refused.js';
import { reasonOf, TryAgain } from './answers.js';
import { type Made, mustBeAsMade, pinned } from './as-made.js';
import type { Answer, Client, Talking } from './client.js';

/** What a collection is to be: everything in `key` decides its name. */
export interface Wanted extends Made {
  readonly kind: string;
  readonly key: JsonObject;
  /** What its summary says before it is complete. */
  readonly begun?: JsonObject;
  /** What to do where the cluster refuses to make it for such a reason; nothing where the reason is another. */
  readonly fixOf?: (reason: string) => string | undefined;
}

interface Layout {
  readonly shards: number;
  readonly replicas: number;
}

/** What a collection says of itself; `summary` is whole when it is complete. */
interface Meta {
  readonly kind: string;
  readonly key: JsonObject;
  readonly complete: boolean;
  readonly summary: JsonObject;
}

/** A collection that is there, finished or not. */
export interface OpenCollection extends Layout, Meta {
  readonly name: string;
  /** It was there before this call. */
  readonly found: boolean;
}

/** Finds a collection, or makes an empty one. Another index under its name is refused, never used or changed. */
export const openCollection = async (
  client: Client,
  wanted: Wanted,
  { dataNodes }: EngineAbout,
  { shards = dataNodes, replicas = dataNodes > 1 ? 1 : 0 }: LoadOptions,
  tools: Talking,
): Promise<OpenCollection> => {
  const name = collectionName(wanted.key);
  const there = await readCollection(client, name, tools);
  if (there) return { ...mustBe(wanted, there), found: true };
  const { settings, mappings } = pinned(wanted);
  const made = await client.ask(
    {
      method: 'PUT',
      // A node that fails before the copies of its shards are there takes them away until it is back.
      path: `/${name}?wait_for_active_shards=all`,
      body: {
        settings: {
          ...settings,
          number_of_shards: shards,
          number_of_replicas: replicas,
          // Documents are looked at when all are there.
          refresh_interval: -1,
        },
        mappings: { ...mappings, _meta: metaOf(wanted) },
      },
    },
    ({ status, json }) => {
      // Another process, or an earlier try of this request, was faster.
      if (status === 400 && reasonOf(json).includes('resource_already_exists')) return false;
      if (status !== 200)
        throw new Refused(
          `the index ${name} cannot be made: ${reasonOf(json)}`,
          wanted.fixOf?.(reasonOf(json)) ?? 'r2med doctor says how full the disks of the nodes are',
        );
      return true;
    },
    tools,
  );
  const opened = await readCollection(client, name, tools);
  if (!opened) throw new WorkError(`the index ${name} is gone`, 'run the same command again');
  try {
    return { ...mustBe(wanted, opened), found: !made };
  } catch (error) {
    if (made) await dropCollection(client, name, tools);
    throw error;
  }
};

export const factsOf = (
  about: EngineAbout,
  { name, shards, replicas }: OpenCollection,
  documents: number,
): JsonObject => ({ ...about, index: name, shards, replicas, documents }) as JsonObject;

const mustBe = (wanted: Wanted, { made, ...found }: ReadCollection): Omit<OpenCollection, 'found'> => {
  if (found.kind === wanted.kind && canonicalJson(found.key) === canonicalJson(wanted.key)) {
    mustBeAsMade(found.name, wanted, made);
    return found;
  }
  throw new WorkError(
    `the index ${found.name} holds something else (${found.kind}: ${canonicalJson(found.key)})`,
    'nothing was changed; give that index another name, or use another cluster',
  );
};

interface ReadCollection extends Omit<OpenCollection, 'found'> {
  readonly made: Made;
}

/** What is known of a collection of r2med; undefined if there is none. An index of others under such a name is an error. */
export const readCollection = async (
  client: Client,
  name: string,
  tools: Talking,
): Promise<ReadCollection | undefined> => {
  const answer = await client.ask({ path: `/${name}` }, existing, tools);
  if (!answer) return undefined;
  const found = answer[name];
  if (!isJsonObject(found)) throw notOurs(name);
  const { settings: { index = {} } = {}, mappings = {} } = found as FoundIndex;
  const meta = readMeta(name, found as FoundIndex);
  if (!meta) throw notOurs(name);
  return {
    name,
    ...meta,
    shards: Number(index.number_of_shards),
    replicas: Number(index.number_of_replicas),
    made: { settings: index, mappings: mappings as JsonObject },
  };
};

const existing = ({ status, json }: Answer): JsonObject | undefined => {
  if (status === 404) return undefined;
  if (status !== 200) throw new Refused(`the cluster refused a question: ${reasonOf(json)}`);
  return json;
};

const notOurs = (name: string): WorkError =>
  new WorkError(
    `${name} was not made by r2med`,
    'nothing was changed; give that index another name, or use another cluster',
  );

const metaOf = ({ kind, key, begun = {} }: Wanted): JsonObject => ({
  r2med: { kind, key: canonicalJson(key), begun },
});

/**
 * The alias of a complete collection, whose filter has the summary as its name. The mapping says nothing of that: to change the mapping of
 * an index of vectors fails all of its shards, and they start again (k-NN plugin 2.19). An alias goes with its index.
 */
const completeAlias = (name: string): string => `${name}-complete`;

interface FoundIndex {
  readonly mappings?: { readonly _meta?: { readonly r2med?: unknown } };
  readonly aliases?: Readonly<Record<string, { readonly filter?: { readonly match_none?: JsonObject } }>>;
  readonly settings?: { readonly index?: JsonObject };
}

const readMeta = (name: string, { mappings, aliases }: FoundIndex): Meta | undefined => {
  const ours = mappings?._meta?.r2med;
  if (!isJsonObject(ours) || typeof ours.kind !== 'string') return undefined;
  const key = storedObject(ours.key);
  if (!key) return undefined;
  const summary = storedObject(aliases?.[completeAlias(name)]?.filter?.match_none?._name);
  const begun = isJsonObject(ours.begun) ? ours.begun : {};
  return { kind: ours.kind, key, complete: summary !== undefined, summary: summary ?? begun };
};

/** The summary of a collection that another process loaded to the end meanwhile, and checked. */
export const finishedElsewhere = async (
  client: Client,
  name: string,
  tools: Talking,
): Promise<JsonObject> => {
  const there = await readCollection(client, name, tools);
  if (!there?.complete) throw new WorkError(`${name} is gone`, 'run the same command again');
  return there.summary;
};

/** Marks a collection as loaded and checked, and closes it to writes. */
export const completeCollection = async (
  client: Client,
  { name }: OpenCollection,
  summary: JsonObject,
  tools: Talking,
): Promise<void> => {
  const filter = { match_none: { _name: canonicalJson(summary) } };
  await put(client, `/${name}/_alias/${completeAlias(name)}`, { filter }, tools);
  await put(client, `/${name}/_settings`, { index: { blocks: { write: true } } }, tools);
};

const put = async (client: Client, path: string, body: JsonObject, tools: Talking): Promise<void> =>
  client.ask({ method: 'PUT', path, body }, acknowledged, tools);

export const acknowledged = ({ status, json }: Answer): void => {
  if (status !== 200) throw new Refused(`the cluster refused a change: ${reasonOf(json)}`);
  if (json.acknowledged !== true) throw new TryAgain('the cluster did not confirm a change in time');
};

export const listCollections = async (client: Client, tools: Talking): Promise<readonly Collection[]> => {
  const found = await client.ask({ path: `/${COLLECTION_PREFIX}*` }, existing, tools);
  const all: Collection[] = [];
  for (const [name, about] of Object.entries(found ?? {})) {
    if (!readMeta(name, about as FoundIndex)) continue;
    const known = await readCollection(client, name, tools);
    if (!known) continue;
    const { kind, key, complete, shards, replicas } = known;
    const state = await stateOf(client, name, tools);
    if (state) all.push({ name, kind, key, complete, shards, replicas, ...state });
  }
  return all;
};

/** Documents, deleted ones and bytes of a collection, over all copies of its shards, and its health; undefined if it was dropped meanwhile. */
export const stateOf = async (
  client: Client,
  name: string,
  tools: Talking,
): Promise<Pick<Collection, 'documents' | 'deleted' | 'bytes' | 'health'> | undefined> => {
  const read = ({ status, json }: Answer): JsonObject => {
    if (status !== 200) throw new TryAgain(`${name}: ${reasonOf(json)}`);
    return json;
  };
  const stats = await client.ask(
    { path: `/${name}/_stats/docs,store` },
    (answer) => (answer.status === 404 ? undefined : read(answer)),
    tools,
  );
  if (!stats) return undefined;
  const health = await client.ask({ path: `/_cluster/health/${name}?timeout=30s` }, read, tools);
  const all = stats._all as {
    primaries?: { docs?: { count?: number } };
    total?: { docs?: { deleted?: number }; store?: { size_in_bytes?: number } };
  };
  return {
    documents: all?.primaries?.docs?.count ?? 0,
    deleted: all?.total?.docs?.deleted ?? 0,
    bytes: all?.total?.store?.size_in_bytes ?? 0,
    health: String(health.status),
  };
};

/** Documents that can be found. */
export const documentsIn = async (client: Client, name: string, tools: Talking): Promise<number> =>
  (await stateOf(client, name, tools))?.documents ?? 0;

export const dropCollection = async (client: Client, name: string, tools: Talking): Promise<void> => {
  if (!isCollectionName(name)) throw notOurs(name);
  const there = await readCollection(client, name, tools);
  if (!there) throw new WorkError(`there is no collection ${name}`, 'r2med engine status lists them');
  await client.ask(
    { method: 'DELETE', path: `/${name}` },
    (answer) => (answer.status === 404 ? undefined : acknowledged(answer)),
    tools,
  );
};
