import type { LeaderboardRow } from '../../page-data/index.js';

/** A word on the terms or the training data of a system, and what it means. */
export interface TermMark {
  readonly mark: string;
  readonly means: string;
}

const forbidsBusiness = (licence: string): boolean => /(^|-)nc(-|$)/i.test(licence);

/** Whether all its models may be used in business; undefined where no licence is known, or one says neither. */
export const allowsBusiness = ({ licences = [] }: Pick<LeaderboardRow, 'licences'>): boolean | undefined => {
  if (licences.some(forbidsBusiness)) return false;
  return licences.length > 0 && licences.every((each) => /^(mit|apache-2\.0|bsd)/i.test(each))
    ? true
    : undefined;
};

/** Training data that holds a benchmark with the data of one of these tasks. */
const seen = ({ trainedOn = [] }: Pick<LeaderboardRow, 'trainedOn'>, sameAs: readonly string[]) =>
  trainedOn.filter((set) => sameAs.some((other) => other.toLowerCase().startsWith(set.toLowerCase())));

/** What must be known of the terms and the training data of a row. `sameAs`: benchmarks that tasks of its board have their data from. */
export const termMarks = (
  row: Pick<LeaderboardRow, 'licences' | 'trainedOn'>,
  sameAs: readonly string[],
): readonly TermMark[] => [
  ...(allowsBusiness(row) === false
    ? [{ mark: 'NC', means: `not for commercial use: ${row.licences!.filter(forbidsBusiness).join(', ')}` }]
    : []),
  ...seen(row, sameAs).map((set) => ({
    mark: `saw ${set}`,
    means: `trained on data of ${set}, which a task of this board has its data from`,
  })),
];
