import { docId, type Hit } from '../../core/index.js';
import type { Fate } from './settle-in-batches.js';
import { shown } from './shown.js';

interface GivenHit {
  readonly id: string;
  readonly score: number | undefined;
}

/**
 * Reads one query's ranking as someone else's system gives it: ids best first, `[id, score]`, or `{ id, score }`. It keeps the
 * `k` best by score; of equal scores those that are first. Ids without scores get the scores n, n-1, … 1. Anything else
 * fails, and says where: to leave a bad hit out would lift those below it.
 */
export const readRanking = (value: unknown, k: number): Fate<readonly Hit[]> => {
  if (value === null || value === undefined) return { failed: 'no ranking and no reason' };
  if (!Array.isArray(value)) return { failed: `a ranking that is ${shown(value)}, not an array` };
  const hits: GivenHit[] = [];
  const seen = new Map<string, number>();
  for (const [i, each] of value.entries()) {
    const hit = givenHit(each);
    if (typeof hit === 'string') return { failed: `hit ${i + 1} of ${value.length} ${hit}` };
    if (isScored(hit) !== isScored(hits[0] ?? hit))
      return { failed: `hit ${i + 1} of ${value.length}: some hits have a score and some have none` };
    const first = seen.get(hit.id);
    if (first !== undefined)
      return { failed: `document "${hit.id}" twice, as hits ${first} and ${i + 1}; give each document once` };
    seen.set(hit.id, i + 1);
    hits.push(hit);
  }
  return { value: scored(hits, k) };
};

const isScored = ({ score }: GivenHit): boolean => score !== undefined;

const scored = (hits: readonly GivenHit[], k: number): readonly Hit[] => {
  if (hits[0]?.score !== undefined)
    return hits
      .map(({ id, score }) => ({ docId: docId(id), score: score! }))
      .sort((a, b) => Math.fround(b.score) - Math.fround(a.score))
      .slice(0, k);
  const top = hits.slice(0, k);
  return top.map(({ id }, i) => ({ docId: docId(id), score: top.length - i }));
};

/** A hit, or what is wrong with it. */
const givenHit = (value: unknown): GivenHit | string => {
  if (typeof value === 'string') return { id: value, score: undefined };
  const [id, score] = Array.isArray(value) ? value : idAndScore(value);
  if (typeof id !== 'string') return `is ${shown(value)}; expected "id", ["id", score] or { id, score }`;
  if (score === undefined) return { id, score };
  if (typeof score !== 'number' || !Number.isFinite(Math.fround(score)))
    return `(document "${id}") has the score ${shown(score)}, not a finite 32-bit float`;
  return { id, score };
};

const idAndScore = (value: unknown): readonly [unknown, unknown] => {
  const { id, score } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return [id, score];
};
