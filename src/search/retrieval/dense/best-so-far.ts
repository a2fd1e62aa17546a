/** Rows by descending score in 32-bit floats, and among equal ones by row. */
export interface BestRows {
  readonly rows: Uint32Array;
  readonly scores: Float32Array;
}

export interface BestSettings {
  readonly k: number;
  readonly margin: number;
  /** What scores may be at most, above and below 0, but for rounding. */
  readonly most: number;
}

const STEPS = 2048;
const LEAST_ROOM = 256;
/** Scores compared without a branch between them, which makes it several times as fast. */
const AT_ONCE = 8;

const allBelow = (scores: Float32Array, i: number, floor: number): boolean =>
  i + AT_ONCE <= scores.length &&
  (Number(scores[i]! < floor) &
    Number(scores[i + 1]! < floor) &
    Number(scores[i + 2]! < floor) &
    Number(scores[i + 3]! < floor) &
    Number(scores[i + 4]! < floor) &
    Number(scores[i + 5]! < floor) &
    Number(scores[i + 6]! < floor) &
    Number(scores[i + 7]! < floor)) ===
    1;

/**
 * The best of scores that pass by: k of them, and all that are no more than a margin below the k-th. Counts how many of the scores so far are in each step of their range, so that a score is known that k of them reach. Those further
 * below it than the margin are dropped: soon nearly all of them, for a part of a comparison each.
 */
export const bestSoFar = ({ k, margin, most }: BestSettings) => {
  const perStep = most > 0 ? (2 * most) / STEPS : 1;
  const stepsPer = 1 / perStep;
  const counts = new Uint32Array(STEPS);
  /** The step that the k-th is in or above, and how many are in it or above. */
  let [step, reached] = [0, 0];
  let rows = new Uint32Array(Math.max(LEAST_ROOM, 3 * k));
  let scores = new Float32Array(rows.length);
  let size = 0;
  /** What k scores reach, less the margin; one step lower, since a score's step is rounded. */
  const floorOf = (reachedStep: number): number =>
    reachedStep === 0 ? Number.NEGATIVE_INFINITY : (reachedStep - 1) * perStep - most - margin;
  const dropBelow = (floor: number): void => {
    let kept = 0;
    for (let i = 0; i < size; i++) {
      if (scores[i]! < floor) continue;
      rows[kept] = rows[i]!;
      scores[kept++] = scores[i]!;
    }
    size = kept;
  };
  const makeRoom = (floor: number): void => {
    dropBelow(floor);
    if (size <= rows.length / 2) return;
    const [fewerRows, fewerScores] = [rows, scores];
    rows = new Uint32Array(2 * fewerRows.length);
    scores = new Float32Array(rows.length);
    rows.set(fewerRows);
    scores.set(fewerScores);
  };
  return {
    /** Scores of neighbouring rows, after those of all rows before them. */
    add: (passing: Float32Array, firstRow: number): void => {
      // Held here, as what functions share is slow to change.
      let [at, above] = [step, reached];
      let floor = floorOf(at);
      for (let from = 0; from < passing.length; from += AT_ONCE) {
        if (allBelow(passing, from, floor)) continue;
        const to = Math.min(from + AT_ONCE, passing.length);
        for (let i = from; i < to; i++) {
          const score = passing[i]!;
          if (score < floor) continue;
          if (size === rows.length) makeRoom(floor);
          rows[size] = firstRow + i;
          scores[size++] = score;
          const own = Math.max(0, Math.min(STEPS - 1, Math.floor((score + most) * stepsPer)));
          counts[own]!++;
          above += Number(own >= at);
        }
        if (above - counts[at]! < k) continue;
        while (above - counts[at]! >= k) above -= counts[at++]!;
        floor = floorOf(at);
      }
      [step, reached] = [at, above];
    },
    candidates: (): BestRows => {
      dropBelow(floorOf(step));
      const order = byDescendingScore(scores.subarray(0, size));
      const last = size < k ? Number.NEGATIVE_INFINITY : scores[order[k - 1]!]! - margin;
      let kept = 0;
      while (kept < size && scores[order[kept]!]! >= last) kept++;
      const best = { rows: new Uint32Array(kept), scores: new Float32Array(kept) };
      for (let rank = 0; rank < kept; rank++) {
        best.rows[rank] = rows[order[rank]!]!;
        best.scores[rank] = scores[order[rank]!]!;
      }
      return best;
    },
  };
};

/** Places of scores, the highest first, and among equal ones the first. */
const byDescendingScore = (scores: Float32Array): Uint32Array => {
  // Integers of 64 bits are sorted many times as fast as by a function that compares: above a score's bits, below its place.
  const words = new Uint32Array(2 * scores.length);
  const one = new Float32Array(1);
  const bits = new Uint32Array(one.buffer);
  for (let place = 0; place < scores.length; place++) {
    // Not −0, which has other bits than 0.
    one[0] = scores[place]! + 0;
    words[2 * place] = place;
    // Bits of floats rise with positive numbers and fall with negative ones.
    words[2 * place + 1] = bits[0]! >= 2 ** 31 ? bits[0]! : 2 ** 31 - 1 - bits[0]!;
  }
  new BigUint64Array(words.buffer).sort();
  const places = new Uint32Array(scores.length);
  for (let rank = 0; rank < places.length; rank++) places[rank] = words[2 * rank]!;
  return places;
};
