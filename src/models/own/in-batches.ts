import type { EmbeddedBatch } from '../embedder.js';

/** What became of one text. */
export type Outcome<Vector> = { readonly vector: Vector } | { readonly failed: string };

/** One outcome per text, or a refusal of all of them; a `final` one would be the same for any other batch. */
export type Reply<Vector> =
  | readonly Outcome<Vector>[]
  | { readonly refused: string; readonly final?: boolean };

export type Ask<Vector> = (texts: readonly string[]) => Promise<Reply<Vector>>;

export interface Batching {
  readonly batchSize: number;
  /** How many batches are asked for at once. */
  readonly inFlight: number;
  readonly signal: AbortSignal;
}

/**
 * Asks for texts in batches and gives each batch as it comes. A refused batch is asked for again in halves, down to the
 * text that cannot be embedded. A new batch is asked for only when the last one given has been taken.
 */
export async function* inBatches<Vector>(
  texts: readonly string[],
  ask: Ask<Vector>,
  { batchSize, inFlight, signal }: Batching,
): AsyncGenerator<EmbeddedBatch<Vector>> {
  signal.throwIfAborted();
  const settle = settling(texts, ask, signal);
  const batches = cut(longestFirst(texts), batchSize);
  const running = new Map<number, Promise<{ number: number; batch: EmbeddedBatch<Vector> }>>();
  const abort = abortOf(signal);
  try {
    for (let next = 0; next < batches.length || running.size > 0; ) {
      for (; next < batches.length && running.size < inFlight; next++) {
        const number = next;
        const settled = settle(batches[number]!).then((batch) => ({ number, batch }));
        settled.catch(() => {}); // told to whoever waits for it; nobody does after an end
        running.set(number, settled);
      }
      const { number, batch } = await Promise.race([...running.values(), abort.happens]);
      running.delete(number);
      yield batch;
      signal.throwIfAborted();
    }
  } finally {
    abort.forget();
  }
}

/** Neighbours of like length waste least padding; the longest come first, so that what does not fit fails early. */
const longestFirst = (texts: readonly string[]): readonly number[] =>
  Array.from(texts.keys()).sort((a, b) => texts[b]!.length - texts[a]!.length || a - b);

const cut = (places: readonly number[], size: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(places.length / size) }, (_, i) => places.slice(i * size, (i + 1) * size));

const settling = <Vector>(texts: readonly string[], ask: Ask<Vector>, signal: AbortSignal) => {
  const settle = async (places: readonly number[]): Promise<EmbeddedBatch<Vector>> => {
    signal.throwIfAborted();
    const reply = await ask(places.map((place) => texts[place]!));
    if (!('refused' in reply)) return sorted(places, reply);
    if (reply.final || places.length === 1)
      return { embedded: [], failed: places.map((place) => ({ place, reason: reply.refused })) };
    const middle = places.length >> 1;
    const [left, right] = [await settle(places.slice(0, middle)), await settle(places.slice(middle))];
    return {
      embedded: [...left.embedded, ...right.embedded],
      failed: [...left.failed, ...right.failed],
    };
  };
  return settle;
};

const sorted = <Vector>(
  places: readonly number[],
  outcomes: readonly Outcome<Vector>[],
): EmbeddedBatch<Vector> => ({
  embedded: outcomes.flatMap((outcome, i) =>
    'vector' in outcome ? [{ place: places[i]!, vector: outcome.vector }] : [],
  ),
  failed: outcomes.flatMap((outcome, i) =>
    'failed' in outcome ? [{ place: places[i]!, reason: outcome.failed }] : [],
  ),
});

/** An abort as a promise that can be raced and is harmless when nobody does. */
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
