import { groupBy, own } from '../../core/index.js';
import type { PublishedEntry } from '../../experiment/record/index.js';

/** A task as a table of published results needs it. */
export interface PublishedTask {
  readonly name: string;
  readonly family?: string | undefined;
  /** Another benchmark's task with the same data. */
  readonly sameAs?: string | undefined;
}

/** A published result in a table of one measure. */
export interface PublishedTableRow {
  readonly entry: PublishedEntry;
  readonly scores: Readonly<Record<string, number>>;
  /** Over the tasks of the mean; absent when one is missing, so that no mean hides a gap. */
  readonly mean?: number;
  /** `computed` from the tasks, or only `printed` by the source. */
  readonly meanIs?: 'computed' | 'printed';
  readonly withoutBiology?: number;
  readonly families: Readonly<Record<string, number>>;
  readonly missingTasks: readonly string[];
  /** `all` tasks, `some` of them, or only a `mean`. */
  readonly coverage: 'all' | 'some' | 'mean';
  /** What a reader must know before comparing it with another row, in a word or two each. */
  readonly marks: readonly string[];
}

/** Published results as rows of one measure, best mean first; entries without the measure are left out. */
export const tabulatePublished = (
  entries: readonly PublishedEntry[],
  {
    measure,
    tasks,
    meanOf = tasks.map(({ name }) => name),
  }: {
    readonly measure: string;
    readonly tasks: readonly PublishedTask[];
    /** The tasks of the means; by default all. */
    readonly meanOf?: readonly string[];
  },
): readonly PublishedTableRow[] =>
  entries
    .map((entry) => tableRow(entry, measure, tasks, meanOf))
    .filter(
      ({ scores, mean, entry }) =>
        Object.keys(scores).length > 0 || mean !== undefined || prints(entry, measure),
    )
    .sort(byMean);

const prints = ({ printedMean }: PublishedEntry, measure: string): boolean =>
  printedMean?.measure === measure;

const byMean = (a: PublishedTableRow, b: PublishedTableRow): number =>
  (b.mean ?? -1) - (a.mean ?? -1) || (a.entry.id < b.entry.id ? -1 : 1);

const tableRow = (
  entry: PublishedEntry,
  measure: string,
  tasks: readonly PublishedTask[],
  meanOf: readonly string[],
): PublishedTableRow => {
  const scored = tasks.flatMap((task) => {
    const score = own(own(entry.scores, task.name) ?? {}, measure);
    return score === undefined ? [] : [{ ...task, score }];
  });
  const averaged = scored.filter(({ name }) => meanOf.includes(name));
  const missing = meanOf.filter((task) => !averaged.some(({ name }) => name === task));
  const whole = missing.length === 0 && averaged.length > 0;
  const printed = printedOver(entry, measure, meanOf);
  const others = averaged.filter(({ sameAs }) => sameAs === undefined);
  const groups = groupBy(scored, ({ family }) => family ?? '');
  groups.delete('');
  const complete = [...groups].filter(
    ([family, found]) => found.length === tasks.filter((task) => task.family === family).length,
  );
  const coverage = scored.length === tasks.length ? 'all' : scored.length > 0 ? 'some' : 'mean';
  return {
    entry,
    scores: Object.fromEntries(scored.map(({ name, score }) => [name, score])),
    ...(whole
      ? { mean: average(averaged), meanIs: 'computed' as const }
      : printed !== undefined && { mean: printed, meanIs: 'printed' as const }),
    ...(whole && others.length > 0 && others.length < averaged.length && { withoutBiology: average(others) }),
    families: Object.fromEntries(complete.map(([family, found]) => [family, average(found)])),
    missingTasks: missing,
    coverage,
    marks: marksOf(entry, coverage, scored.length, tasks.length),
  };
};

/** A printed mean counts only where it is over the same tasks. */
const printedOver = ({ printedMean }: PublishedEntry, measure: string, meanOf: readonly string[]) =>
  printedMean?.measure === measure &&
  meanOf.length === printedMean.tasks.length &&
  meanOf.every((name) => printedMean.tasks.includes(name))
    ? printedMean.value
    : undefined;

const average = (scored: readonly { readonly score: number }[]): number =>
  scored.reduce((sum, { score }) => sum + score, 0) / scored.length;

const marksOf = (
  { status, differsFrom, printedMean, howRead, repeatedIn }: PublishedEntry,
  coverage: PublishedTableRow['coverage'],
  scored: number,
  all: number,
): readonly string[] => [
  ...(status === 'removed-upstream' ? [repeatedIn.length > 0 ? 'only on the site' : 'retired'] : []),
  ...(differsFrom === undefined ? [] : ['differs']),
  ...(coverage === 'some' ? [`${scored} of ${all} tasks`] : []),
  ...(coverage === 'mean' ? [`mean of ${printedMean?.tasks.length ?? 0} only`] : []),
  ...(howRead?.startsWith('second-hand') ? ['second-hand'] : []),
];
