import { type PairedTask, scoresOfResults, slicers } from '../comparison/index.js';
import { InputError } from '../core/index.js';
import { interval } from '../evaluation/index.js';
import type { SliceTable } from '../page-data/index.js';
import type { OpenTask } from '../rescoring/index.js';
import type { OwnResult } from './records.js';

/** A system's queries parted in every way there is; what needs texts that are not here is left out, with the reason. */
export const slicesOf = async (
  results: readonly OwnResult[],
  measure: string,
  open: OpenTask,
): Promise<{ readonly slices: readonly SliceTable[]; readonly notes: readonly string[] }> => {
  const { tasks } = scoresOfResults('', results);
  // The slicers part the queries of two sides; here both are the same system.
  const paired = [...tasks].map(([name, side]): PairedTask => {
    const queries = [...side.queries.keys()];
    const values = queries.map((id) => side.queries.get(id)!.scores[measure] ?? 0);
    return { name, a: side, b: side, queries, scores: { a: values, b: values }, unpaired: 0, lacking: 0 };
  });
  const asked = paired.flatMap((task) =>
    task.queries.map((id, i) => ({ id, task, a: task.scores.a[i]!, b: task.scores.b[i]! })),
  );
  const slices: SliceTable[] = [];
  const notes: string[] = [];
  for (const [by, { title, slice }] of Object.entries(slicers))
    try {
      const groups = await slice(asked, open);
      const rows = groups.map(({ name, items }) => {
        const values = items.map(({ a }) => a);
        const { low, high } = interval(values, { samples: SAMPLES });
        return {
          name,
          queries: values.length,
          mean: values.reduce((sum, value) => sum + value, 0) / values.length,
          interval: [low, high] as const,
        };
      });
      if (rows.length > 1) slices.push({ by, title, rows });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      notes.push(`${title}: ${error.problem.found}`);
    }
  return { slices, notes };
};

/** The ends of an interval move by about 0.003 between seeds, which a chart does not show. */
const SAMPLES = 2000;
