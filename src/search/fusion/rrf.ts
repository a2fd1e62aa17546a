import {
  byCodePoint,
  byRank,
  type DocId,
  type Hit,
  type Ranking,
  ranking,
  type SettingValues,
  setting,
  settledSettings,
} from '../../core/index.js';
import { type Fusion, rankIn, sumOf } from './fusion.js';

export const RRF = {
  /**
   * How little the first ranks stand out. 60 is the value of the paper (Cormack, Clarke and Büttcher, SIGIR 2009, fixed in
   * a pilot before the tests) and of most search engines; HAKARI-Bench takes 100.
   */
  k: setting.number('how little the first ranks stand out', 60, {
    expected: 'a number from 0',
    holds: (k) => k >= 0,
    range: [1, 200],
  }),
  /**
   * Which of two documents with equal sums comes first. `id`, as everywhere: sums as 32-bit floats, then the id in
   * descending order. `hakari`, as the hybrid lists of HAKARI-Bench were made: sums in 64 bits, then the better of the
   * document's ranks, then the id in ascending order.
   */
  ties: setting.oneOf(['id', 'hakari'], 'which of two documents with equal sums comes first', 'id'),
} as const;

/** Settings of `rrf`. */
export interface RrfOptions extends SettingValues<typeof RRF> {}

/**
 * Reciprocal rank fusion: a document scores Σ 1/(k + rank) over the rankings that hold it, ranks from 1; one that a
 * ranking does not hold gets nothing from it. Scores of the rankings play no part. The rule for ties holds at the cut too.
 */
export const rrf = (options: RrfOptions = {}): Fusion => {
  const { k, ties } = settledSettings('rrf', RRF, options);
  return {
    name: 'rrf',
    settings: { ...(k !== RRF.k.default && { k: String(k) }), ...(ties !== 'id' && { ties }) },
    spec: { fusion: 'rrf', k, ...(ties !== 'id' && { ties }) },
    fuse: (rankings, topK = Infinity) => {
      const found = [...ranksOf(rankings)].map(([docId, ranks]) => ({
        docId,
        score: sumOf(ranks.map((rank) => 1 / (k + rank))),
        bestRank: Math.min(...ranks),
      }));
      return ties === 'hakari' ? hakariList(found, topK) : bySum(found, topK);
    },
    shares: (rankings, docId) =>
      rankings.map((hits) => {
        const rank = rankIn(hits, docId);
        return { value: rank === undefined ? 0 : 1 / (k + rank), details: { k } };
      }),
  };
};

interface FusedDocument {
  readonly docId: DocId;
  readonly score: number;
  readonly bestRank: number;
}

/** The ranks of every document, one for each ranking that holds it. */
const ranksOf = (rankings: readonly Ranking[]): ReadonlyMap<DocId, number[]> => {
  const ranks = new Map<DocId, number[]>();
  for (const hits of rankings)
    hits.forEach(({ docId }, i) => {
      const own = ranks.get(docId);
      if (own) own.push(i + 1);
      else ranks.set(docId, [i + 1]);
    });
  return ranks;
};

const bySum = (found: readonly FusedDocument[], topK: number): Ranking =>
  ranking(found.map(({ docId, score }) => ({ docId, score }))).slice(0, topK);

const hakariList = (found: readonly FusedDocument[], topK: number): Ranking =>
  preserveOrder(
    [...found]
      .sort((a, b) => b.score - a.score || a.bestRank - b.bestRank || byCodePoint(a.docId, b.docId))
      .slice(0, topK),
  );

/**
 * A list made by another rule than `byRank`, with scores that print it in its own order: where `byRank` would put a hit
 * before the one above it, the hit's score goes down to the next 32-bit float below that one's.
 */
export const preserveOrder = (hits: readonly Hit[]): Ranking => {
  const kept: Hit[] = [];
  for (const { docId, score } of hits) {
    const above = kept.at(-1);
    const fits = !above || byRank(above, { docId, score }) < 0;
    kept.push({ docId, score: fits ? score : nextBelow(above.score) });
  }
  return kept;
};

/** The largest 32-bit float below the one that `value` rounds to. */
const nextBelow = (value: number): number => {
  const float = new Float32Array([value]);
  if (float[0] === 0) return -(2 ** -149);
  // The bits of floats of one sign, read as a whole number, grow with their size.
  const bits = new Int32Array(float.buffer);
  bits[0]! += float[0]! > 0 ? -1 : 1;
  return float[0]!;
};
