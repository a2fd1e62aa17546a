import { type PairedTask, scoresOfResults, slicers } from '../../analysis/comparison/index.js';
import { InputError } from '../../core/index.js';
import type { OpenTask } from '../../experiment/rescoring/index.js';
import { type QueryFiles, wholeResults } from './query-files.js';
import type { OwnResult } from './records.js';

export interface ScoredQuery {
  readonly task: string;
  readonly id: string;
  readonly score: number;
}

export interface SlicedQueries {
  readonly by: string;
  readonly title: string;
  readonly parts: readonly { readonly name: string; readonly queries: readonly ScoredQuery[] }[];
}

/** Queries parted in every way there is; what needs texts that are not here is left out, with the reason. */
export const sliceQueries = async (
  results: readonly OwnResult[],
  measure: string,
  open: OpenTask,
  files: QueryFiles,
): Promise<{ readonly slices: readonly SlicedQueries[]; readonly notes: readonly string[] }> => {
  const { tasks } = scoresOfResults('', await wholeResults(results, files));
  // The slicers part the queries of two sides; here both are the same system.
  const paired = [...tasks].map(([name, side]): PairedTask => {
    const queries = [...side.queries.keys()];
    const values = queries.map((id) => side.queries.get(id)!.scores[measure] ?? 0);
    return { name, a: side, b: side, queries, scores: { a: values, b: values }, unpaired: 0, lacking: 0 };
  });
  const asked = paired.flatMap((task) =>
    task.queries.map((id, i) => ({ id, task, a: task.scores.a[i]!, b: task.scores.b[i]! })),
  );
  const slices: SlicedQueries[] = [];
  const notes: string[] = [];
  for (const [by, { title, slice }] of Object.entries(slicers))
    try {
      const groups = await slice(asked, open);
      const parts = groups.map(({ name, items }) => ({
        name,
        queries: items.map(({ id, task, a }) => ({ task: task.name, id, score: a })),
      }));
      if (parts.length > 1) slices.push({ by, title, parts });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      notes.push(`${title}: ${error.details.found}`);
    }
  return { slices, notes };
};
