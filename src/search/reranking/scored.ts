import {
  canonicalJson,
  defined,
  endsRequests,
  failedWork,
  type Hit,
  type ItemKey,
  type JsonObject,
  KNOWN_ORDER,
  mustBeCached,
  orderCheck,
  type Pair,
  readingSpeed,
  type Scorer,
  type Tools,
} from '../../core/index.js';
import type { Candidates, RerankMethod, RerankOutput } from './rerank-method.js';

/** Puts candidates in the order of a scorer's scores. Queries are scored unchanged: no generated text is added. */
export const scored = (name: string, scorer: Scorer): RerankMethod => ({
  name,
  spec: { orderer: 'scored', scorer: scorer.spec },
  ...(scorer.pairsAtOnce && { queriesAtOnce: (depth: number) => Math.ceil(scorer.pairsAtOnce! / depth) }),
  open: async (tools) => {
    const counts = { pairs: 0, failed: 0, cutQueries: 0, cutDocuments: 0 };
    // The scorer may be shared, and was perhaps used before: only what is requested here counts.
    const spent = Object.fromEntries(Object.keys(scorer.usage()).map((name) => [name, 0]));
    let firstReason: string | undefined;
    const order = orderCheck({ name, spec: scorer.spec, scores: () => scorerScores(scorer, tools) });
    await order.look(tools);
    const store = await cachedScores(name, scorer, tools, () => order.ask(tools));
    // A run whose scores are all cached needs no server; one that was never used may have a wrong address.
    if (scorer.check && (await store.isEmpty())) await scorer.check(tools);
    return {
      get facts(): JsonObject {
        return { ...counts, ...spent, ...(order.wrong && { wrongOrder: order.wrong }) };
      },
      get failed() {
        return failedWork('pairs without a score', counts.failed, firstReason ?? 'no reason given');
      },
      order: async (batch) => {
        const pairs = batch.map(({ query, documents }) =>
          documents.map(({ docId, text }) => ({
            query: query.text,
            document: text,
            ids: { query: query.id, document: docId },
          })),
        );
        const before = { ...scorer.usage() } as Readonly<Record<string, number>>;
        const { scores, reason } = await store.scoresOf(pairs);
        firstReason ??= reason;
        for (const [name, now] of Object.entries(scorer.usage())) spent[name]! += now - (before[name] ?? 0);
        return batch.map((candidates, i): RerankOutput => {
          const own = scores[i]!;
          counts.pairs += own.length;
          counts.failed += own.filter((score) => score === undefined).length;
          counts.cutQueries += own.filter((score) => score?.cutQuery).length;
          counts.cutDocuments += own.filter((score) => score?.cutDocument).length;
          return { hits: hitsOf(candidates, own, reason, tools) };
        });
      },
    };
  },
  close: () => scorer.close(),
});

/** What it gives the answer of a question, and a text about something else, which comes first: to leave them so is wrong. */
export const scorerScores = async (scorer: Scorer, tools: Pick<Tools, 'note' | 'signal'>) => {
  const { query, answer, unrelated } = KNOWN_ORDER;
  const pairs = [unrelated, answer].map((document) => ({ query, document }));
  const scores: number[] = [];
  let reason: string | undefined;
  for await (const { scored: some, failed } of scorer.score(pairs, tools)) {
    for (const { place, score } of some) scores[place] = score;
    reason ??= failed[0]?.reason;
  }
  const [other, right] = scores;
  if (other !== undefined && right !== undefined) return { answer: right, unrelated: other };
  return scores.length === 0 && reason !== undefined ? { failed: reason } : undefined;
};

/** A document without a score cannot be placed among those that have one, so the query keeps its first-stage order. */
const hitsOf = (
  { query, documents }: Candidates,
  scores: readonly (CachedScore | undefined)[],
  reason: string | undefined,
  tools: Tools,
): readonly Hit[] | undefined => {
  const missing = scores.filter((score) => score === undefined).length;
  if (missing === 0) return documents.map(({ docId }, i) => ({ docId, score: scores[i]!.score }));
  tools.note(
    `query ${query.id}: ${missing} of ${documents.length} documents could not be scored ` +
      `(${reason ?? 'no reason given'}); it keeps its first-stage order`,
  );
  return undefined;
};

interface CachedScore {
  readonly score: number;
  readonly cutQuery: boolean;
  readonly cutDocument: boolean;
}

/** Goes up when the same scorer and pair would be cached as other bytes. */
const VERSION = 1;

/** The scores of one scorer, each cached as it comes and computed once. */
const cachedScores = async (name: string, scorer: Scorer, tools: Tools, first: () => Promise<void>) => {
  const { paid = false, spec } = scorer;
  const items = await tools.items({ kind: 'pair-scores', version: VERSION, scorer: spec }, paid);
  /** Equal pairs have equal names. To hash every pair takes a while: that is left to `keyOf`. */
  const namesOf = (list: readonly Pair[], numberOf: (text: string) => number): readonly string[] => {
    if (!scorer.listwise)
      return list.map(({ query, document }) => `${numberOf(query)} ${numberOf(document)}`);
    // A score that depends on the company of its document is known by the whole list.
    const whole = items.keyOf(canonicalJson(list.map(pairText)));
    return list.map((_, place) => canonicalJson([whole, place]));
  };
  const keyOf = (name: string, pair: Pair): ItemKey => items.keyOf(scorer.listwise ? name : pairText(pair));
  const isEmpty = async (): Promise<boolean> => {
    for (const _ of await items.keys()) return false;
    return true;
  };
  return {
    isEmpty,
    /** One score per pair; a pair without one could not be scored, for the reason given. A list holds one query's pairs. */
    scoresOf: async (lists: readonly (readonly Pair[])[]) => {
      const numberOf = numbering();
      const names = lists.map((list) => namesOf(list, numberOf));
      const scores = new Map<string, CachedScore>();
      // Where nothing is stored, keys are made beside the scorer's work.
      if (!scorer.uncached && !(await isEmpty())) {
        const nameOf = new Map(
          lists.flatMap((list, i) =>
            list.map((pair, place) => [keyOf(names[i]![place]!, pair), names[i]![place]!]),
          ),
        );
        await items.read(nameOf.keys(), (key, bytes) => {
          const score = fromBytes(bytes);
          if (score) scores.set(nameOf.get(key)!, score);
        });
      }
      const wanted = new Map<string, Pair>();
      lists.forEach((list, i) => {
        const lacks = (name: string): boolean => !scores.has(name);
        const again = scorer.listwise && names[i]!.some(lacks);
        list.forEach((pair, place) => {
          const name = names[i]![place]!;
          if (again || lacks(name)) wanted.set(name, scorer.listwise ? { ...pair, list: i } : pair);
        });
      });
      const reason = wanted.size > 0 ? await ask(wanted, scores) : undefined;
      return { scores: names.map((own) => own.map((name) => scores.get(name))), reason };
    },
  };

  async function ask(
    wanted: ReadonlyMap<string, Pair>,
    scores: Map<string, CachedScore>,
  ): Promise<string | undefined> {
    mustBeCached(tools, () =>
      wanted.size === 1 ? 'the score of a pair' : `the scores of ${wanted.size} pairs`,
    );
    const entries = [...wanted];
    // Before the first is paid for.
    if (paid) await items.append([]);
    await first();
    let reason: string | undefined;
    const { matrixTokensPerSecond } = scorer;
    const speed = readingSpeed(
      () => ({ tokens: scorer.usage().tokens, ...defined({ matrixTokensPerSecond }) }),
      tools,
    );
    // Of few pairs the queries are the progress.
    const progress = scorer.pairsAtOnce ? tools.progress(`${name}: scoring pairs`, wanted.size) : undefined;
    for await (const batch of scorer.score([...wanted.values()], tools)) {
      if (endsRequests(tools.signal)) throw tools.signal.reason;
      progress?.advance(batch.scored.length + batch.failed.length);
      progress?.status(speed.text());
      const made = batch.scored.map(({ place, score, cut }) => ({
        of: entries[place]!,
        entry: { score, cutQuery: (cut?.query ?? 0) > 0, cutDocument: (cut?.document ?? 0) > 0 },
      }));
      if (!scorer.uncached)
        await items.append(made.map(({ of, entry }) => ({ key: keyOf(...of), bytes: toBytes(entry) })));
      for (const { of, entry } of made) scores.set(of[0], entry);
      reason ??= batch.failed[0]?.reason;
    }
    progress?.done();
    return reason;
  }
};

const pairText = ({ query, document }: Pair): string => canonicalJson([query, document]);

/** Numbers distinct texts as they come. */
const numbering = (): ((text: string) => number) => {
  const numbers = new Map<string, number>();
  return (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
};

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
