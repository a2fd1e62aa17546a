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
  /** Over all tasks of the table; absent when one is missing, so that no mean hides a gap. */
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
  { measure, tasks }: { readonly measure: string; readonly tasks: readonly PublishedTask[] },
): readonly PublishedTableRow[] =>
  entries
    .map((entry) => tableRow(entry, measure, tasks))
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
): PublishedTableRow => {
  const scored = tasks.flatMap((task) => {
    const score = own(own(entry.scores, task.name) ?? {}, measure);
    return score === undefined ? [] : [{ ...task, score }];
  });
  const missing = tasks.filter(({ name }) => !scored.some((each) => each.name === name));
  const whole = missing.length === 0 && scored.length > 0;
  const printed = printedOver(entry, measure, tasks);
  const others = scored.filter(({ sameAs }) => sameAs === undefined);
  const groups = groupBy(scored, ({ family }) => family ?? '');
  groups.delete('');
  const complete = [...groups].filter(
    ([family, found]) => found.length === tasks.filter((task) => task.family === family).length,
  );
  const coverage = whole ? 'all' : scored.length > 0 ? 'some' : 'mean';
  return {
    entry,
    scores: Object.fromEntries(scored.map(({ name, score }) => [name, score])),
    ...(whole
      ? { mean: meanOf(scored), meanIs: 'computed' as const }
      : printed !== undefined && { mean: printed, meanIs: 'printed' as const }),
    ...(whole && others.length > 0 && others.length < scored.length && { withoutBiology: meanOf(others) }),
    families: Object.fromEntries(complete.map(([family, found]) => [family, meanOf(found)])),
    missingTasks: missing.map(({ name }) => name),
    coverage,
    marks: marksOf(entry, coverage, scored.length, tasks.length),
  };
};

/** A printed mean counts only where it is over the tasks of the table. */
const printedOver = ({ printedMean }: PublishedEntry, measure: string, tasks: readonly PublishedTask[]) =>
  printedMean?.measure === measure &&
  tasks.length === printedMean.tasks.length &&
  tasks.every(({ name }) => printedMean.tasks.includes(name))
    ? printedMean.value
    : undefined;

const meanOf = (scored: readonly { readonly score: number }[]): number =>
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
