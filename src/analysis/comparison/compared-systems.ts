import { InputError, type Task } from '../../core/index.js';
import { defaultMeasures, type Measure, parseMeasure } from '../../evaluation/measures/index.js';
import { type OpenTask, type TaskIdentity, taskOpener } from '../../experiment/rescoring/index.js';
import { findSystemScores, type JudgedTask, scoreRunFile } from './find-system-scores.js';
import { sharedTasks } from './pair-tasks.js';
import { type Rule, type SystemScores, scoresWithMeasures } from './system-scores.js';

/** Which systems are compared, and on what. */
export interface ComparedSystemsOptions {
  /** Folder of results. */
  readonly results: string;
  /** Measures that are compared, by name or themselves; records that lack one get it from their saved ranking. */
  readonly measures: readonly (string | Measure)[];
  /** Whether a task counts; all do by default. */
  isChosen?(task: TaskIdentity): boolean;
  /** The task that run files are scored on; by default the only one of the records that are compared with them. */
  judgedTask?(): Promise<JudgedTask | undefined>;
  /** Opens the task of a record; by default from this machine's files. */
  readonly open?: OpenTask;
}

/**
 * The scores of the systems that these texts name: systems in the folder of results, folders of records, or run files, which are scored
 * under the rule of the records they are compared with.
 */
export const comparedSystems = async (
  texts: readonly string[],
  { results, measures, isChosen = () => true, judgedTask, open = taskOpener() }: ComparedSystemsOptions,
): Promise<readonly SystemScores[]> => {
  const found = [];
  for (const text of texts) found.push(await findSystemScores(text, results));
  const recorded = found.flatMap((each) => ('scores' in each ? [each.scores] : []));
  const chosen = (side: SystemScores): SystemScores => ({
    ...side,
    tasks: new Map([...side.tasks].filter(([, { task }]) => isChosen(task))),
  });
  const task = found.some((each) => 'runFile' in each)
    ? ((await judgedTask?.()) ?? (await onlyTask(recorded.map(chosen), open)))
    : undefined;
  const sides: SystemScores[] = [];
  for (const each of found)
    sides.push(
      'scores' in each
        ? chosen(each.scores)
        : await scoreRunFile(each.runFile, task!, measuresFor(measures), ruleOf(recorded, task!)),
    );
  const { shared } = sharedTasks(sides);
  const whole: SystemScores[] = [];
  for (const side of sides) whole.push(await scoresWithMeasures(side, measures, open, shared));
  return withDistinctNames(whole, texts);
};

const onlyTask = async (recorded: readonly SystemScores[], open: OpenTask): Promise<Task> => {
  const scored = recorded.flatMap((side) => [...side.tasks.values()]);
  const tasks = [...new Map(scored.map((each) => [each.task.name, each.task])).values()];
  const opened = tasks.length === 1 ? await open(tasks[0]!) : undefined;
  if (opened) return opened;
  throw new InputError({
    found: 'a run file, which does not say what task it is of',
    expected: 'one task to score it on',
    fix: 'add --judgements FILE, --data FOLDER, or --suite sample --task Biology',
  });
};

/** The default measures, so that a mistaken one is answered as for a record, and those that are compared. */
const measuresFor = (wanted: readonly (string | Measure)[]): readonly Measure[] => {
  const usual = defaultMeasures();
  const asked = wanted.map((each) => (typeof each === 'string' ? parseMeasure(each) : each));
  return [...usual, ...asked.filter(({ name }) => !usual.some((measure) => measure.name === name))];
};

/** A run file is scored as the records it is compared with. */
const ruleOf = (recorded: readonly SystemScores[], task: JudgedTask): Rule | undefined =>
  recorded.find(({ tasks }) => tasks.has(task.name))?.tasks.get(task.name)?.rule;

/** Two results of one system, from two folders, are distinguished by what was typed. */
const withDistinctNames = (
  sides: readonly SystemScores[],
  texts: readonly string[],
): readonly SystemScores[] => {
  const names = sides.map(({ name }) => name);
  return sides.map((side, i) =>
    names.some((name, j) => j !== i && name === side.name && texts[i] !== texts[j])
      ? { ...side, name: `${side.name} (${texts[i]})` }
      : side,
  );
};
