import { byCodePoint, type Hit, type Ranking, ranking } from '../../core/index.js';
import type { Bm25Setting } from '../retrieval/index.js';
import type { TermsIndex } from './engine.js';
import type { ExactRow } from './proved-top.js';

type Cutting = Pick<Bm25Setting, 'topK' | 'tiesAtCutOff' | 'unmatched' | 'repeatedIds'>;

/** Makes rankings of scored rows as the embedded search does: repeated ids, ties at the cut-off, documents that score 0. */
export const rowCutter = (index: TermsIndex, { topK, tiesAtCutOff, unmatched, repeatedIds }: Cutting) => {
  const spare = index.repeated.reduce((sum, rows) => sum + rows.length - 1, 0);
  const oneRowEach = ONE_ROW_EACH[repeatedIds as keyof typeof ONE_ROW_EACH](index.repeated);
  const byPlace = (a: ExactRow, b: ExactRow): number =>
    tiesAtCutOff === 'id-ascending' ? byCodePoint(a.id, b.id) || a.row - b.row : placeOf(a) - placeOf(b);
  const places = firstPlaces(index.repeated);
  const placeOf = ({ row }: ExactRow): number => places.get(row) ?? row;
  const best = (rows: readonly ExactRow[]): readonly ExactRow[] =>
    oneRowEach(rows)
      .sort((a, b) => b.score - a.score || byPlace(a, b))
      .slice(0, topK);

  return {
    /** How many rows beyond the cut-off are of repeated ids at most. */
    spare,
    /** The lowest score that the ranking keeps; undefined while it has room. */
    lowest: (rows: readonly ExactRow[]): number | undefined => {
      const kept = best(rows);
      return kept.length < topK ? undefined : kept.at(-1)!.score;
    },
    /** The ranking, from rows that hold all that can be in it. */
    cut: async (rows: readonly ExactRow[]): Promise<Ranking> => {
      const hits: Hit[] = best(rows).map(({ id, score }) => ({ docId: id, score }));
      const room = topK - hits.length;
      if (room === 0 || unmatched === 'leave-out') return ranking(hits);
      const kept = new Set(hits.map(({ docId }) => docId));
      const order = tiesAtCutOff === 'id-ascending' ? 'id' : 'row';
      for (const { id } of await index.firstRows(topK + hits.length + spare, order)) {
        if (kept.has(id)) continue;
        kept.add(id);
        hits.push({ docId: id, score: 0 });
        if (hits.length === topK) break;
      }
      return ranking(hits);
    },
  };
};

/** Where a repeated id is in the corpus: at its first row. */
const firstPlaces = (repeated: TermsIndex['repeated']): ReadonlyMap<number, number> =>
  new Map(repeated.flatMap((rows) => rows.map((row) => [row, rows[0]!] as const)));

/** Which row an id is scored by that several rows have; what the embedded search does under these names. */
const ONE_ROW_EACH = {
  'last-row': (repeated: TermsIndex['repeated']) => {
    const earlier = new Set(repeated.flatMap((rows) => rows.slice(0, -1)));
    return (rows: readonly ExactRow[]): ExactRow[] => rows.filter(({ row }) => !earlier.has(row));
  },
  'best-row': () => (rows: readonly ExactRow[]) => {
    const best = new Map<string, ExactRow>();
    for (const each of rows) {
      const other = best.get(each.id);
      if (!other || each.score > other.score || (each.score === other.score && each.row < other.row))
        best.set(each.id, each);
    }
    return [...best.values()];
  },
} as const;

export const canCut = (rule: Bm25Setting['repeatedIds']): rule is keyof typeof ONE_ROW_EACH =>
  rule in ONE_ROW_EACH;
