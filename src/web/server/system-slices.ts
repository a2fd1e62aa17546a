import { interval } from '../../evaluation/statistics/index.js';
import type { OpenTask } from '../../experiment/rescoring/index.js';
import type { SliceTable } from '../page-data/index.js';
import type { OwnResult } from './records.js';
import { sliceQueries } from './sliced-queries.js';

/** A system's scores on each part of its queries. */
export const slicesOf = async (
  results: readonly OwnResult[],
  measure: string,
  open: OpenTask,
): Promise<{ readonly slices: readonly SliceTable[]; readonly notes: readonly string[] }> => {
  const { slices, notes } = await sliceQueries(results, measure, open);
  return {
    slices: slices.map(({ by, title, parts }) => ({
      by,
      title,
      rows: parts.map(({ name, queries }) => {
        const values = queries.map(({ score }) => score);
        const { low, high } = interval(values, { samples: SAMPLES });
        return {
          name,
          queries: values.length,
          mean: values.reduce((sum, value) => sum + value, 0) / values.length,
          interval: [low, high] as const,
        };
      }),
    })),
    notes,
  };
};

/** The ends of an interval move by about 0.003 between seeds, which a chart does not show. */
const SAMPLES = 2000;
