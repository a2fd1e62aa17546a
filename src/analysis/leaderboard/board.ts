import { defined } from '../../core/index.js';
import type { ResultTable, ResultTableRow } from './tabulate.js';
import type { PublishedTableRow } from './tabulate-published.js';

/** What records of one's own are called among sources. */
export const HERE = 'here';

/** What a system does besides one search: nothing, searches with generated text, reranks. */
export type SystemKind = 'retriever' | 'generated' | 'reranked';

/** A row of a board: a system of one's own, or a published one. */
export interface BoardRow {
  readonly name: string;
  /** `here` for records, else where it was published. Another source is another protocol. */
  readonly source: string;
  readonly mean?: number;
  readonly interval?: readonly [number, number];
  readonly scores: Readonly<Record<string, number>>;
  /** Scores of results in which work failed, counted or not. */
  readonly incomplete: Readonly<Record<string, number>>;
  /** What a reader must know before comparing it. */
  readonly marks: readonly string[];
  readonly record?: ResultTableRow;
  readonly published?: PublishedTableRow;
}

/** Records and published results as one list, best mean first; means are over the tasks of the table for all rows alike. */
export const boardRows = (
  { rows }: Pick<ResultTable, 'rows'>,
  published: readonly PublishedTableRow[] = [],
): readonly BoardRow[] =>
  [...rows.map(ofRecord), ...published.map(ofPublished)].sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1));

const ofRecord = (record: ResultTableRow): BoardRow => {
  const { name, mean, interval, scores, incomplete = {}, missingTasks } = record;
  const left = missingTasks.filter((task) => !Object.hasOwn(incomplete, task)).length;
  return {
    name,
    source: HERE,
    ...defined({ mean, interval }),
    scores,
    incomplete,
    marks: [
      ...(Object.keys(incomplete).length > 0 ? ['incomplete'] : []),
      ...(left > 0 ? [`${left} missing`] : []),
    ],
    record,
  };
};

const ofPublished = (published: PublishedTableRow): BoardRow => ({
  name: published.entry.name,
  source: published.entry.origin.source,
  ...defined({ mean: published.mean }),
  scores: published.scores,
  incomplete: {},
  marks: published.marks,
  published,
});
