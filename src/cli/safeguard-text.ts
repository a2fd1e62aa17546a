import { groupBy } from '../core/index.js';
import { type Facts, factsOf, type Result } from '../experiment/record/index.js';
import { table } from '../platform/tables/index.js';
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
  return table(rows, [
    [`${measure}, mean of tasks`, ({ system }) => system, 'left'],
    ['with safeguards', ({ own }) => mean(own, ({ record }) => record.scores[measure])],
    [
      'without',
      ({ own }) => mean(own, (result) => (without(result)?.scores ?? result.record.scores)[measure]),
    ],
    ['queries with one', ({ put }) => put],
  ]).text(width);
};

const without = ({ record }: Result): Facts['withoutSafeguard'] => factsOf(record.facts).withoutSafeguard;
