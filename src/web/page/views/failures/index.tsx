import './failures.css';
import { useMemo } from 'react';
import { cutoffOf, type FailureKind, failureKinds } from '../../../../analysis/failures/index.js';
import { counted } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import { addresses, type BoardTask, type TaskOutcomes } from '../../../page-data/index.js';
import { changeState, linkTo } from '../../address.js';
import { NotHere } from '../../parts/not-here.js';
import { NoOwnTasks, TaskSelect, useOwnTasks } from '../../parts/own-tasks.js';
import { Select } from '../../parts/select.js';
import { useResource } from '../../resources.js';
import { Command, Ready, taskFlags } from '../../states.js';
import type { View, ViewProps } from '../../view.js';
import { FailedQueries } from './failed-queries.js';
import { countKinds, KINDS, outcomesOf } from './kinds-of.js';
import { KindsTable, type SystemKinds } from './kinds-table.js';

/** Cutoffs that a reader may choose. */
const CUTOFFS = ['1', '3', '5', '10', '20', '100'];

const FailuresView = (props: ViewProps) => (
  <Ready of={useOwnTasks(props.board)} what="the tasks">
    {(tasks) => <OfTasks tasks={tasks} {...props} />}
  </Ready>
);

type OfTasksProps = ViewProps & { tasks: readonly BoardTask[] };
const OfTasks = ({ tasks, ...props }: OfTasksProps) => {
  const { board, address } = props;
  const task = tasks.find(({ key }) => key === address.path[0]) ?? tasks[0];
  const outcomes = useResource(task && addresses.outcomes(task.key));
  if (!task) return <NoOwnTasks board={board} why={`No system of yours was run on ${board.title}.`} />;
  return (
    <Ready of={outcomes} what="the queries">
      {(of) => <Failures {...{ of, task, tasks }} {...props} />}
    </Ready>
  );
};

type FailuresProps = OfTasksProps & { of: TaskOutcomes; task: BoardTask };
const Failures = ({ of, task, tasks, board, address: { state } }: FailuresProps) => {
  const at = state.get('at') ?? '';
  const usual = cutoffOf(board.measures[0]?.name ?? '');
  const cutoff = CUTOFFS.includes(at) ? Number(at) : usual;
  const systems = useMemo(() => countedSystems(of, cutoff), [of, cutoff]);
  const chosen =
    systems.find(({ of: { system } }) => system === state.get('system')) ??
    systems.find(({ outcomes, counts }) => counts.found < outcomes.length) ??
    systems[0]!;
  const kind = KINDS.find((each) => each === state.get('kind'));
  const link = (system: string, wanted?: FailureKind): string =>
    linkTo('failures', [task.key], { ...Object.fromEntries(state), system, kind: wanted });
  return (
    <>
      <h1>Why do queries fail?</h1>
      <p className="lead">
        Every query of {task.name} with relevant documents, by where each system of yours puts the best of
        them. A query is of the first kind that fits, so a row adds up to its queries.
      </p>
      <search className="tools no-print" aria-label="Queries">
        <TaskSelect view="failures" tasks={tasks} task={task.key} state={state} />
        <label>
          Found within the first{' '}
          <Select
            className="action"
            value={`${cutoff}`}
            options={[...new Set([...CUTOFFS, `${cutoff}`])].map((each) => [each, each])}
            choose={(value) => changeState({ at: value })}
          />
        </label>
      </search>
      {of.withoutWords !== undefined && (
        <NotHere what="Which queries share no word with their relevant documents" why={of.withoutWords} />
      )}
      <KindsTable systems={systems} chosen={chosen.of.system} kind={kind} link={link} />
      <Notes systems={systems} />
      <FailedQueries
        system={chosen}
        kind={kind}
        cutoff={cutoff}
        link={(wanted) => link(chosen.of.system, wanted)}
        queryLink={(query) =>
          linkTo('query', [task.key, query], { board: board.name, system: chosen.of.system })
        }
      />
      <section aria-labelledby="rules">
        <h2 id="rules">What the kinds mean</h2>
        <dl className="fact-list kind-rules">
          {KINDS.map((each) => (
            <div key={each}>
              <dt>{failureKinds[each].title}</dt>
              <dd>{failureKinds[each].rule(cutoff)}</dd>
            </div>
          ))}
        </dl>
        <p className="note">
          {cutoff === usual ? 'The same counts:' : `The counts within the first ${usual}:`}
        </p>
        <Command
          words={['explain', '--failures', ...taskFlags(board.name, task.name), '--system', chosen.of.name]}
          folder="--results"
        />
      </section>
    </>
  );
};

const countedSystems = (of: TaskOutcomes, cutoff: number): readonly SystemKinds[] =>
  of.systems
    .map((system) => {
      const outcomes = outcomesOf(of, system, cutoff);
      return { of: system, outcomes, counts: countKinds(outcomes) };
    })
    .sort((a, b) => b.counts.found / b.outcomes.length - a.counts.found / a.outcomes.length);

/** What the counts do not say. */
const Notes = ({ systems }: { systems: readonly SystemKinds[] }) => {
  const unknown = systems.filter(({ of: { first } }) => first && !first.best);
  const incomplete = systems.filter(({ of }) => of.incomplete !== undefined);
  return (
    <>
      {unknown.length > 0 && (
        <p className="note">
          What a reranker lost is known where the system before it has a result in the same folder. Not here:{' '}
          {[...new Set(unknown.map(({ of: { first } }) => first!.name))].join('; ')}.
        </p>
      )}
      {incomplete.length > 0 && (
        <p className="note">
          {counted(incomplete.length, 'result is', 'results are')} incomplete, so some of their failures are
          those of work that failed: {incomplete.map(({ of }) => `${of.name}, ${of.incomplete}`).join('; ')}.
        </p>
      )}
      <p className="note">
        {format.count(systems.length)} of your systems, those that find something for most queries first.
      </p>
    </>
  );
};

/** Why do queries fail, and how many of each kind? */
export const failures: View = {
  name: 'failures',
  title: 'Failures',
  listed: ({ boards }) => boards.some(({ ownSystems }) => ownSystems > 0),
  Component: FailuresView,
};
