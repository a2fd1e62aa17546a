import { type CutOff, keptRows } from './cut-off.js';
import type { RowIds } from './term-index.js';

/** Which rows of a corpus share an id. */
export interface RepeatedRows {
  /** The last row of each id, ids in the order of their first rows; nothing if no id repeats. */
  readonly lastRows: Uint32Array | undefined;
  readonly groups: readonly (readonly number[])[];
}

/** Chooses the rows of a ranking from the scores of all rows, which it may change. */
type Keep = (scores: Float32Array, ids: RowIds, repeated: RepeatedRows, cutOff: CutOff) => Uint32Array;

interface Rule {
  /** Whether the earlier rows of a repeated id count in the corpus statistics. */
  readonly countsEveryRow: boolean;
  readonly keep: Keep;
}

const keepLastRows: Keep = (scores, ids, { lastRows }, cutOff) => {
  if (!lastRows) return keptRows(cutOff, scores, (row) => ids.at(row));
  const ofLastRows = Float32Array.from(lastRows, (row) => scores[row]!);
  const places = keptRows(cutOff, ofLastRows, (place) => ids.at(lastRows[place]!));
  return places.map((place) => lastRows[place]!);
};

/** Below every score, so that a row with it is never kept. */
const NEVER = -2;

const keepBestRows: Keep = (scores, ids, { groups }, cutOff) => {
  for (const rows of groups) {
    const best = rows.reduce((one, other) => (scores[other]! > scores[one]! ? other : one));
    for (const row of rows) if (row !== best) scores[row] = NEVER;
  }
  return keptRows(cutOff, scores, (row) => ids.at(row));
};

const keepLowestKeptRows: Keep = (scores, ids, { groups }, cutOff) => {
  const kept = keptRows(cutOff, scores, (row) => ids.at(row));
  if (groups.length === 0) return kept;
  const dropped = new Set<number>();
  for (const rows of groups) {
    const keptOnes = rows.filter((row) => kept.includes(row));
    if (keptOnes.length < 2) continue;
    const lowest = keptOnes.reduce((one, other) => (scores[other]! <= scores[one]! ? other : one));
    for (const row of keptOnes) if (row !== lowest) dropped.add(row);
  }
  return kept.filter((row) => !dropped.has(row));
};

/**
 * Whose score an id gets that several rows share; every program has its own answer.
 * - `last-row`: the reference implementation fills a map row by row, so an id keeps its first place and gets its last row's score.
 * - `best-row`: Lucene returns rows; a run names a document once, at its best (Anserini's -removedups).
 * - `lowest-kept-row`: MTEB cuts the rows, then fills a map from the best down, so the lowest one kept wins and the
 *   ranking comes out shorter.
 * - `last-text`: HAKARI-Bench fills a map with texts: the last text is at the first row's place.
 */
export const REPEATED_IDS = {
  'last-row': { countsEveryRow: true, keep: keepLastRows },
  'best-row': { countsEveryRow: true, keep: keepBestRows },
  'lowest-kept-row': { countsEveryRow: true, keep: keepLowestKeptRows },
  'last-text': { countsEveryRow: false, keep: keepLastRows },
} satisfies Record<string, Rule>;

export type RepeatedIds = keyof typeof REPEATED_IDS;

export const repeatedRows = ({ numbers, distinct }: RowIds): RepeatedRows => {
  if (!numbers) return { lastRows: undefined, groups: [] };
  const lastRows = new Uint32Array(distinct.size);
  const times = new Uint32Array(distinct.size);
  for (const [row, number] of numbers.entries()) {
    lastRows[number] = row;
    times[number]!++;
  }
  const groups = new Map<number, number[]>();
  for (const [row, number] of numbers.entries()) {
    if (times[number]! < 2) continue;
    const group = groups.get(number);
    if (group) group.push(row);
    else groups.set(number, [row]);
  }
  return { lastRows, groups: [...groups.values()] };
};
