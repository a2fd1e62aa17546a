import './answers.css';
import { useMemo } from 'react';
import { type AnswerSet, addresses, type BoardTask, type TaskAnswers } from '../../../page-data/index.js';
import { changeState } from '../../address.js';
import { NoOwnTasks, TaskSelect, useOwnTasks } from '../../parts/own-tasks.js';
import { MeasureChoice, Select } from '../../parts/select.js';
import { List } from '../../parts/texts.js';
import { useResource } from '../../resources.js';
import { Command, Empty, Ready, taskFlags } from '../../states.js';
import type { View, ViewProps } from '../../view.js';
import { Answered } from './answered.js';
import { inOrder, pairOf } from './sets.js';

const AnswersView = (props: ViewProps) => (
  <Ready of={useOwnTasks(props.board)} what="the tasks">
    {(tasks) => <OfTasks tasks={tasks} {...props} />}
  </Ready>
);

type OfTasksProps = ViewProps & { tasks: readonly BoardTask[] };
const OfTasks = ({ tasks, ...props }: OfTasksProps) => {
  const { board, address } = props;
  const task = tasks.find(({ key }) => key === address.path[0]) ?? tasks[0];
  const answers = useResource(task && addresses.answers(task.key));
  if (!task) return <NoOwnTasks board={board} why={`No system of yours was run on ${board.title}.`} />;
  return (
    <Ready of={answers} what="the answers">
      {(of) => <Answers {...{ of, task, tasks }} {...props} />}
    </Ready>
  );
};

type AnswersProps = OfTasksProps & { of: TaskAnswers; task: BoardTask };
const Answers = ({ of, task, tasks, index, board, address: { state } }: AnswersProps) => {
  const systems = of.sets.filter(({ system }) => system);
  const chosen = systems.find(({ system }) => system!.key === state.get('system')) ?? systems[0];
  const pairs = [...new Set(systems.filter((each) => isSame(each, chosen)).map(pairOf))];
  const pair = pairs.find((each) => each === state.get('by')) ?? pairs[0];
  const sets = useMemo(() => inOrder(of.sets.filter((each) => pairOf(each) === pair)), [of, pair]);
  const set = sets.find((each) => isSame(each, chosen));
  const measure = board.measures.find(({ name }) => name === state.get('measure')) ?? board.measures[0]!;
  const names = new Map(systems.map(({ system }) => [system!.key, system!.name]));
  return (
    <>
      <h1>Does better retrieval give better answers?</h1>
      <p className="lead">
        An LLM answers each query of {task.name} with the first documents of a system, and a judge compares
        the answer with the reference answer.
      </p>
      <search className="tools no-print" aria-label="Answers">
        <TaskSelect view="answers" tasks={tasks} task={task.key} state={state} />
        {set && (
          <>
            <label>
              Documents of{' '}
              <Select
                className="action"
                value={set.system!.key}
                options={[...names]}
                choose={(system) => changeState({ system })}
              />
            </label>
            {pairs.length > 1 && (
              <label>
                Answers of{' '}
                <Select
                  className="action"
                  value={pair!}
                  options={pairs.map((each) => [each, each])}
                  choose={(by) => changeState({ by })}
                />
              </label>
            )}
            <MeasureChoice board={board} measure={measure.name} />
          </>
        )}
      </search>
      {of.problems.length > 0 && (
        <div role="note" aria-label="Answers that are not shown">
          <p className="note">Not shown:</p>
          <List of={of.problems} />
        </div>
      )}
      {set ? (
        <Answered set={set} sets={sets} task={task} board={board} measure={measure.name} />
      ) : (
        <Empty title={`No judged answers on ${task.name} yet`} within>
          <p>
            This asks an LLM and a judge, and writes what they say to <code>answers</code>; add{' '}
            <code>--dry-run</code> to see the price first.
          </p>
          <Command
            words={[
              ...['answer', ...taskFlags(board.name, task.name)],
              ...['--system', index.systems.find((each) => each.own)?.name ?? 'bm25'],
              ...['--llm', 'NAME', '--judge', 'NAME', '--closed-book', '--relevant-documents'],
            ]}
            folder="--results"
          />
        </Empty>
      )}
    </>
  );
};

const isSame = ({ system }: AnswerSet, other: AnswerSet | undefined): boolean =>
  system !== undefined && system.key === other?.system?.key;

/** Does better retrieval give better answers, query by query? */
export const answers: View = {
  name: 'answers',
  title: 'Answers',
  listed: ({ boards }) => boards.some(({ ownSystems }) => ownSystems > 0),
  Component: AnswersView,
};
