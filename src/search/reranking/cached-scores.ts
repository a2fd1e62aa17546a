import {
  canonicalJson,
  endsRequests,
  type ItemKey,
  mustBeCached,
  type Pair,
  type Scorer,
  type Tools,
} from '../../core/index.js';

export interface CachedScore {
  readonly score: number;
  readonly cutQuery: boolean;
  readonly cutDocument: boolean;
}

/** The scores of one scorer, each cached as it comes and computed once. */
export interface CachedScores {
  /** Whether no score of this scorer was ever cached. */
  isEmpty(): Promise<boolean>;
  /** One score per pair; a pair without one could not be scored, for the reason given. A list holds one query's pairs. */
  scoresOf(lists: readonly (readonly Pair[])[]): Promise<{
    readonly scores: readonly (readonly (CachedScore | undefined)[])[];
    readonly reason: string | undefined;
  }>;
}

/** Goes up when the same scorer and pair would be cached as other bytes. */
const VERSION = 1;

export const cachedScores = async (scorer: Scorer, tools: Tools): Promise<CachedScores> => {
  const items = await tools.items({ kind: 'pair-scores', version: VERSION, scorer: scorer.spec });
  const keysOf = (list: readonly Pair[]): readonly ItemKey[] => {
    if (!scorer.listwise) return list.map((pair) => items.keyOf(pairText(pair)));
    // A score that depends on the company of its document is known by the whole list.
    const whole = items.keyOf(canonicalJson(list.map(pairText)));
    return list.map((_, place) => items.keyOf(canonicalJson([whole, place])));
  };
  return {
    isEmpty: async () => [...(await items.keys())].length === 0,
    scoresOf: async (lists) => {
      const keys = lists.map(keysOf);
      const scores = new Map<ItemKey, CachedScore>();
      if (!scorer.uncached)
        await items.read(new Set(keys.flat()), (key, bytes) => {
          const score = fromBytes(bytes);
          if (score) scores.set(key, score);
        });
      const wanted = new Map<ItemKey, Pair>();
      lists.forEach((list, i) => {
        const lacks = (key: ItemKey): boolean => !scores.has(key);
        const again = scorer.listwise && keys[i]!.some(lacks);
        list.forEach((pair, place) => {
          const key = keys[i]![place]!;
          if (again || lacks(key)) wanted.set(key, scorer.listwise ? { ...pair, list: i } : pair);
        });
      });
      const reason = wanted.size > 0 ? await ask(wanted, scores) : undefined;
      return { scores: keys.map((own) => own.map((key) => scores.get(key))), reason };
    },
  };

  async function ask(
    wanted: ReadonlyMap<ItemKey, Pair>,
    scores: Map<ItemKey, CachedScore>,
  ): Promise<string | undefined> {
    mustBeCached(tools, () =>
      wanted.size === 1 ? 'the score of a pair' : `the scores of ${wanted.size} pairs`,
    );
    const keys = [...wanted.keys()];
    let reason: string | undefined;
    for await (const batch of scorer.score([...wanted.values()], tools)) {
      if (endsRequests(tools.signal)) throw tools.signal.reason;
      const made = batch.scored.map(({ place, score, cut }) => ({
        key: keys[place]!,
        entry: { score, cutQuery: (cut?.query ?? 0) > 0, cutDocument: (cut?.document ?? 0) > 0 },
      }));
      if (!scorer.uncached)
        await items.append(made.map(({ key, entry }) => ({ key, bytes: toBytes(entry) })));
      for (const { key, entry } of made) scores.set(key, entry);
      reason ??= batch.failed[0]?.reason;
    }
    return reason;
  }
};

const pairText = ({ query, document }: Pair): string => canonicalJson([query, document]);

const BYTES = 9;

const toBytes = ({ score, cutQuery, cutDocument }: CachedScore): Uint8Array => {
  const bytes = new Uint8Array(BYTES);
  new DataView(bytes.buffer).setFloat64(0, score, true);
  bytes[8] = (cutQuery ? 1 : 0) | (cutDocument ? 2 : 0);
  return bytes;
};

const fromBytes = (bytes: Uint8Array): CachedScore | undefined => {
  if (bytes.length !== BYTES) return undefined;
  const score = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true);
  const flags = bytes[8]!;
  return { score, cutQuery: (flags & 1) > 0, cutDocument: (flags & 2) > 0 };
};
