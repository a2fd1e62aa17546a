import {
  findSystemScores,
  type Rule,
  type SystemScores,
  scoreRunFile,
  sharedTasks,
  sideWithMeasures,
} from '../comparison/index.js';
import { InputError, type Task, type Tools } from '../core/index.js';
import { defaultMeasures, type Measure, parseMeasure } from '../evaluation/index.js';
import type { OpenTask } from '../rescoring/index.js';
import { isChosen } from './chosen-results.js';
import { chosenTasks, openChosen, type TaskFlags } from './chosen-tasks.js';

export interface SideFlags extends TaskFlags {
  readonly results: string;
}

/** The systems that the command line names, run files scored; only the tasks asked for, with these measures. */
export const comparedSystems = async (
  texts: readonly string[],
  flags: SideFlags,
  measures: readonly string[],
  open: OpenTask,
  tools: Tools,
): Promise<readonly SystemScores[]> => {
  const found = [];
  for (const text of texts) found.push(await findSystemScores(text, flags.results));
  const recorded = found.flatMap((each) => ('side' in each ? [each.side] : []));
  const task = found.some((each) => 'runFile' in each)
    ? await judgedTask(flags, recorded, open, tools)
    : undefined;
  const sides: SystemScores[] = [];
  for (const each of found)
    sides.push(
      'side' in each
        ? asked(each.side, flags)
        : await scoreRunFile(each.runFile, task!, measuresFor(measures), ruleOf(recorded, task!)),
    );
  const { shared } = sharedTasks(sides);
  const whole: SystemScores[] = [];
  for (const side of sides) whole.push(await sideWithMeasures(side, measures, open, shared));
  return withDistinctNames(whole, texts);
};

/** The default measures, so that a mistaken one is answered as for a record, and those asked for. */
const measuresFor = (names: readonly string[]): readonly Measure[] => {
  const usual = defaultMeasures();
  const others = names.filter((name) => !usual.some((measure) => measure.name === name));
  return [...usual, ...others.map(parseMeasure)];
};

/** A run file is scored as the records beside it were. */
const ruleOf = (recorded: readonly SystemScores[], task: Task): Rule | undefined =>
  recorded.find(({ tasks }) => tasks.has(task.name))?.tasks.get(task.name)?.rule;

/** The task whose judgements score a run file: the one that is named, or the only one of the records beside it. */
const judgedTask = async (
  flags: SideFlags,
  recorded: readonly SystemScores[],
  open: OpenTask,
  tools: Tools,
): Promise<Task> => {
  if (flags.data || flags.suite || flags.task) {
    const chosen = chosenTasks(flags);
    if (chosen.length === 1) return openChosen(chosen[0]!, tools, { offline: true, generations: [] });
  }
  const scored = recorded.flatMap((side) => [...asked(side, flags).tasks.values()]);
  const tasks = [...new Map(scored.map((each) => [each.task.name, each.task])).values()];
  const opened = tasks.length === 1 ? await open(tasks[0]!) : undefined;
  if (opened) return opened;
  throw new InputError({
    found: 'a run file, which does not say what task it is of',
    expected: 'one task to score it on',
    fix: 'add --suite sample --task Biology, or --data FOLDER',
  });
};

const asked = (side: SystemScores, flags: TaskFlags): SystemScores => ({
  ...side,
  tasks: new Map([...side.tasks].filter(([, { task }]) => isChosen(task, flags))),
});

/** Two results of one system, from two folders, are told apart by what was typed. */
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
