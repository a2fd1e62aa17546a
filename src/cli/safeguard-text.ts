import { groupBy } from '../core/index.js';
import { type Facts, factsOf, type Result } from '../experiment/record/index.js';
import { textTable } from '../platform/tables/index.js';
import { percent } from './format.js';

/**
 * Systems that were given safeguards (a positive behind candidates that held none), scored with and without them: the two
 * targets that HAKARI-Bench reports of rerankers. Means over tasks; nothing where no system was.
 */
export const safeguardText = (
  results: readonly Result[],
  measure: string,
  width: number,
): string | undefined => {
  const rows = [...groupBy(results, ({ record }) => record.name)]
    .map(([system, own]) => ({
      system,
      own,
      put: own.reduce((sum, each) => sum + (without(each)?.queries ?? 0), 0),
    }))
    .filter(({ put }) => put > 0);
  if (rows.length === 0) return undefined;
  const mean = (own: readonly Result[], score: (result: Result) => number | undefined): string => {
    const scores = own.map(score);
    // A mean over fewer tasks than its neighbour's would be compared with it.
    if (!scores.every((value) => value !== undefined)) return percent(undefined);
    return percent(scores.reduce((sum, value) => sum + value, 0) / scores.length);
  };
  return textTable(
    [
      { heading: `${measure}, mean of tasks`, align: 'left', cells: rows.map(({ system }) => system) },
      {
        heading: 'with safeguards',
        align: 'right',
        cells: rows.map(({ own }) => mean(own, ({ record }) => record.scores[measure])),
      },
      {
        heading: 'without',
        align: 'right',
        cells: rows.map(({ own }) =>
          mean(own, (result) => (without(result)?.scores ?? result.record.scores)[measure]),
        ),
      },
      { heading: 'queries with one', align: 'right', cells: rows.map(({ put }) => `${put}`) },
    ],
    width,
  );
};

const without = ({ record }: Result): Facts['withoutSafeguard'] => factsOf(record.facts).withoutSafeguard;
