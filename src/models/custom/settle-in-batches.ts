import {
  type EmbeddedBatch,
  type Hit,
  inParallel,
  longestFirst,
  type SearchedBatch,
  type SearchQuery,
} from '../../core/index.js';

/** What became of one item. */
export type Fate<Value> = { readonly value: Value } | { readonly failed: string };

/** One fate per item, or a refusal of all of them; a `final` one would be the same for any other batch. */
export type Reply<Value> = readonly Fate<Value>[] | { readonly refused: string; readonly final?: boolean };

export type Ask<Item, Value> = (items: readonly Item[]) => Promise<Reply<Value>>;

export interface Batching {
  readonly batchSize: number;
  /** Characters in a batch of texts at most; a longer text is alone in its batch. */
  readonly batchCharacters?: number;
  /** Characters of a text that count there; all by default. */
  readonly textCharacters?: number;
  /** How many batches are requested at once. */
  readonly inFlight: number;
  readonly signal: AbortSignal;
}

/** Some items done or given up; every place comes exactly once. */
interface Settled<Value> {
  readonly done: readonly { readonly place: number; readonly value: Value }[];
  readonly failed: readonly { readonly place: number; readonly reason: string }[];
}

/**
 * Asks for items in batches and gives each batch as it comes. A refused batch is requested again in halves, down to the
 * item that fails. A new batch is requested only when the last one given has been taken.
 */
export async function* settleInBatches<Item, Value>(
  items: readonly Item[],
  order: readonly number[],
  ask: Ask<Item, Value>,
  {
    batchSize,
    batchCharacters = Number.POSITIVE_INFINITY,
    textCharacters = Number.POSITIVE_INFINITY,
    inFlight,
    signal,
  }: Batching,
  lengthOf: (item: Item) => number = () => 0,
): AsyncGenerator<Settled<Value>> {
  signal.throwIfAborted();
  const settle = settling(items, ask, signal);
  const batches = cut(order, batchSize, batchCharacters, (place) =>
    Math.min(lengthOf(items[place]!), textCharacters),
  );
  const abort = abortOf(signal);
  const next = (): Promise<Settled<Value>> | undefined => {
    const { value: places } = batches.next();
    return places && Promise.race([settle(places), abort.happens]);
  };
  try {
    for await (const batch of inParallel(next, { most: inFlight })) {
      yield batch;
      signal.throwIfAborted();
    }
  } finally {
    abort.forget();
  }
}

/** The vectors of texts, the longest first; only texts that cannot be embedded fail. */
export async function* embedInBatches<Vector>(
  texts: readonly string[],
  ask: Ask<string, Vector>,
  batching: Batching,
): AsyncGenerator<EmbeddedBatch<Vector>> {
  for await (const { done, failed } of settleInBatches(
    texts,
    longestFirst(texts),
    ask,
    batching,
    (text) => text.length,
  ))
    yield { embedded: done.map(({ place, value }) => ({ place, vector: value })), failed };
}

/** The rankings of queries, in the order of the queries. */
export async function* searchInBatches(
  queries: readonly SearchQuery[],
  ask: Ask<SearchQuery, readonly Hit[]>,
  batching: Batching,
): AsyncGenerator<SearchedBatch> {
  for await (const { done, failed } of settleInBatches(queries, [...queries.keys()], ask, batching))
    yield { found: done.map(({ place, value }) => ({ place, hits: value })), failed };
}

function* cut(
  places: readonly number[],
  most: number,
  characters: number,
  lengthOf: (place: number) => number,
): Generator<readonly number[]> {
  let [start, length] = [0, 0];
  for (const [i, place] of places.entries()) {
    const own = lengthOf(place);
    if (i > start && (i - start === most || length + own > characters)) {
      yield places.slice(start, i);
      [start, length] = [i, 0];
    }
    length += own;
  }
  if (start < places.length) yield places.slice(start);
}

const settling = <Item, Value>(items: readonly Item[], ask: Ask<Item, Value>, signal: AbortSignal) => {
  const settle = async (places: readonly number[]): Promise<Settled<Value>> => {
    signal.throwIfAborted();
    const reply = await ask(places.map((place) => items[place]!));
    if (!('refused' in reply)) return sorted(places, reply);
    if (reply.final || places.length === 1)
      return { done: [], failed: places.map((place) => ({ place, reason: reply.refused })) };
    const middle = places.length >> 1;
    const [left, right] = [await settle(places.slice(0, middle)), await settle(places.slice(middle))];
    return { done: [...left.done, ...right.done], failed: [...left.failed, ...right.failed] };
  };
  return settle;
};

const sorted = <Value>(places: readonly number[], fates: readonly Fate<Value>[]): Settled<Value> => ({
  done: fates.flatMap((fate, i) => ('value' in fate ? [{ place: places[i]!, value: fate.value }] : [])),
  failed: fates.flatMap((fate, i) => ('failed' in fate ? [{ place: places[i]!, reason: fate.failed }] : [])),
});

/** An abort as a promise that can be raced and is harmless otherwise. */
const abortOf = (signal: AbortSignal): { readonly happens: Promise<never>; forget(): void } => {
  let reject: (reason: unknown) => void = () => {};
  const happens = new Promise<never>((_, rejected) => {
    reject = rejected;
  });
  happens.catch(() => {});
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  return { happens, forget: () => signal.removeEventListener('abort', onAbort) };
};
