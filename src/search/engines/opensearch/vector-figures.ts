import { WorkError } from '../../../core/index.js';
import type { Searches } from './searches.js';

/** What a collection of vectors is as a whole. */
export interface VectorFigures {
  readonly documents: number;
  readonly unsound: number;
  readonly longest: number;
  /** Sum of the row numbers. */
  readonly rows: number;
}

export const vectorFigures = async (searches: Searches): Promise<VectorFigures> => {
  const [answer] = await searches.all(
    [
      {
        size: 0,
        track_total_hits: true,
        aggs: {
          rows: { sum: { field: 'row' } },
          longest: { max: { field: 'norm' } },
          unsound: { filter: { term: { sound: false } } },
        },
      },
    ],
    { scored: false },
  );
  const { rows, longest, unsound } = answer!.aggregations as Aggregations;
  if (answer!.total === undefined || !rows || !longest || !unsound)
    throw new WorkError('the cluster told no figures of vectors');
  // Where no vector is sound there is no longest one.
  return {
    documents: answer!.total,
    unsound: unsound.doc_count,
    longest: longest.value ?? 0,
    rows: rows.value,
  };
};

interface Aggregations {
  readonly rows?: { readonly value: number };
  readonly longest?: { readonly value: number | null };
  readonly unsound?: { readonly doc_count: number };
}
