import { InputError, type Task, type Tools } from '../core/index.js';
import { referenceAnswers } from '../experiment/running/index.js';
import { chosenTasks, mustDiffer, openChosen, type TaskChoice } from '../tasks/index.js';

/** The chosen tasks with reference answers. Those without any are named and left out; where none has any, there is nothing to judge. */
export const tasksWithAnswers = async (
  flags: TaskChoice & { readonly offline?: boolean },
  tools: Tools,
  generations: readonly string[] = [],
): Promise<readonly Task[]> => {
  const fetching = { offline: flags.offline ?? false, generations };
  const tasks: Task[] = [];
  for (const chosen of chosenTasks(flags)) tasks.push(await openChosen(chosen, tools, fetching));
  mustDiffer(tasks);
  const answered = tasks.filter((task) => referenceAnswers(task).size > 0);
  const others = tasks.filter((task) => !answered.includes(task)).map(({ name }) => name);
  if (answered.length === 0)
    throw new InputError({
      found: `no reference answers in ${others.join(', ')}`,
      expected: 'a field "answer" in the query file',
      fix: 'leave these tasks out with --task, or add the field',
    });
  for (const name of others) tools.note(`${name}: no reference answers; left out`);
  return answered;
};
