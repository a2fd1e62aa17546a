import { type Found, kthHighest } from '../vectors/index.js';

/** The rows of the `k` best scores and all that tie with the k-th, from scores that come in the order of rows. */
export interface Shortlist {
  /** Scores below this need not be offered any more. */
  floor(): number;
  /** NaN and −∞ never get in. */
  offer(row: number, score: number): void;
  listed(): Found;
}

export const shortlist = (k: number): Shortlist => {
  let rows = new Uint32Array(2 * k + 64);
  let scores = new Float64Array(rows.length);
  let size = 0;
  let floor = -Number.MAX_VALUE;

  /** Lets go of what has fallen out of reach; rows are never moved past each other. */
  const tighten = (): void => {
    if (size <= k) return;
    floor = Math.max(floor, kthHighest(scores.slice(0, size), k));
    let kept = 0;
    for (let i = 0; i < size; i++) {
      if (scores[i]! < floor) continue;
      rows[kept] = rows[i]!;
      scores[kept++] = scores[i]!;
    }
    size = kept;
  };
  const makeRoom = (): void => {
    tighten();
    if (size * 4 < rows.length * 3) return;
    const [oldRows, oldScores] = [rows, scores];
    rows = new Uint32Array(2 * oldRows.length);
    scores = new Float64Array(rows.length);
    rows.set(oldRows);
    scores.set(oldScores);
  };
  return {
    floor: () => floor,
    offer: (row, score) => {
      if (!(score >= floor)) return;
      if (size === rows.length) makeRoom();
      rows[size] = row;
      scores[size++] = score;
    },
    listed: () => {
      tighten();
      return { rows: rows.slice(0, size), scores: scores.slice(0, size) };
    },
  };
};
