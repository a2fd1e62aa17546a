import {
  counted,
  type Embedder,
  failedWork,
  type ItemKey,
  type JsonObject,
  type Query,
  type Role,
  type Tools,
} from '../../../core/index.js';
import { orderOf } from './known-order.js';
import { likeness } from './likeness.js';
import { type StoredVectors, storedVectors, textsIn } from './stored-vectors.js';
import type { VectorBytes } from './vector-bytes.js';

/** A text that represents a query, or a part of it. */
export interface QueryPart {
  readonly role: Exclude<Role, 'document'>;
  readonly text: string;
}

/** What the reference implementation puts between a query and query2doc's text; for most tokenizers no special token. */
const SEPARATOR = '[SEP]';

/** The texts whose mean vector represents the query: the query itself, and its generated texts as its method requires. */
export const partsOf = ({ text, generated: written = [] }: Query): readonly QueryPart[] => {
  const joined = written.filter(({ dense }) => dense === 'joined');
  const averaged = written.filter(({ dense }) => dense === 'average');
  const replacing = written.filter(({ dense }) => dense === 'alone');
  const itself = replacing.length === 0 && (joined.length === 0 || averaged.length > 0);
  return [
    ...(itself ? [{ role: 'query', text } as const] : []),
    ...replacing.map((it) => ({ role: 'query', text: it.text }) as const),
    ...joined.map((it) => ({ role: 'query', text: `${text}${SEPARATOR}${it.text}` }) as const),
    ...averaged.map((it) => ({ role: 'rewrite', text: it.text }) as const),
  ];
};

const NAMED = 3;

/** Characters of a query in an example. */
const SHOWN = 60;

export const queryVectors = async <Vector>(
  name: string,
  embedder: Embedder<Vector>,
  format: VectorBytes<Vector>,
  tools: Tools,
) => {
  const stores = {
    query: await storedVectors(embedder, 'query', format, tools),
    rewrite: await storedVectors(embedder, 'rewrite', format, tools),
  };
  await orderOf(embedder, format).look(tools);
  const alike = likeness(format);
  // Batches may repeat a text.
  const added = { query: new Set<ItemKey>(), rewrite: new Set<ItemKey>() };
  const failed = { queries: 0, reason: '' };
  /** The vectors of each query's parts; undefined, with a note, for a query of which a part could not be embedded. */
  const of = async (queries: readonly Query[]): Promise<readonly (readonly Vector[] | undefined)[]> => {
    const parts = queries.map(partsOf);
    const texts = { query: new Map<ItemKey, string>(), rewrite: new Map<ItemKey, string>() };
    for (const { role, text } of parts.flat()) texts[role].set(stores[role].keyOf(text), text);
    const query = await vectorsOfTexts(stores.query, texts.query, format);
    const rewrite = await vectorsOfTexts(stores.rewrite, texts.rewrite, format);
    const found = { query: query.vectors, rewrite: rewrite.vectors };
    for (const role of ['query', 'rewrite'] as const)
      for (const [key, vector] of found[role])
        if (!added[role].has(key)) {
          added[role].add(key);
          alike.add(vector, () => JSON.stringify(texts[role].get(key)!.slice(0, SHOWN)));
        }
    const vectors = parts.map((own) => {
      const all = own.flatMap(({ role, text }) => found[role].get(stores[role].keyOf(text)) ?? []);
      return all.length === own.length ? all : undefined;
    });
    const lost = queries.filter((_, i) => !vectors[i]).map(({ id }) => id);
    if (lost.length > 0) {
      const reason = query.reason ?? rewrite.reason ?? 'no reason given';
      failed.queries += lost.length;
      failed.reason ||= reason;
      tools.note(
        `${name}: ${counted(lost.length, 'query', 'queries')} without a vector, nothing found: ` +
          `${lost.slice(0, NAMED).join(', ')}${lost.length > NAMED ? ', …' : ''} (${reason})`,
      );
    }
    return vectors;
  };
  return {
    of,
    /** Of all queries so far: how many could not be embedded, and whether their vectors are useless. */
    get facts(): JsonObject {
      return {
        ...alike.facts('queryVectors'),
        ...failedWork('queries without a vector', failed.queries, failed.reason),
      };
    },
  };
};

/** The vectors of some texts, made where there are none yet, and why the first of those without one has none. */
export const vectorsOfTexts = async <Vector>(
  store: StoredVectors<Vector>,
  texts: ReadonlyMap<ItemKey, string>,
  { copy }: VectorBytes<Vector>,
) => {
  const vectors = new Map<ItemKey, Vector>();
  const keep = (key: ItemKey, vector: Vector) => vectors.set(key, copy(vector));
  await store.read(texts.keys(), keep, async (wanted) => textsIn(texts, wanted));
  const missing = new Map([...texts].filter(([key]) => !vectors.has(key)));
  const failures = missing.size > 0 ? await store.make(missing, keep) : [];
  return { vectors, reason: failures[0]?.reason };
};
