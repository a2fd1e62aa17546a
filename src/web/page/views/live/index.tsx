import './live.css';
import type { CSSProperties } from 'react';
import { own } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import { addresses, type ShownRun } from '../../../page-data/index.js';
import { Facts } from '../../parts/texts.js';
import { useResource } from '../../resources.js';
import { Command, Empty, Ready } from '../../states.js';
import type { View, ViewProps } from '../../view.js';

const LiveView = ({ index }: ViewProps) => {
  const shortOf = (suite: string) => (task: string) =>
    index.boards.find(({ name }) => name === suite)?.tasks.find(({ name }) => name === task)?.short ?? task;
  return (
    <Ready of={useResource(addresses.live())} what="what is running">
      {({ runs }) =>
        runs.length === 0 ? (
          <Empty title="Nothing is running">
            <p>
              Runs that write into {index.results.join(', ') || 'the record folders'} appear here while they
              work, with partial scores, spending and failures.
            </p>
            <Command words={['run', '--suite', 'sample', '--retriever', 'bm25,lsa']} folder="--out" />
          </Empty>
        ) : (
          <>
            <h1>How far is it?</h1>
            {runs.map((run) => (
              <Run key={`${run.results} ${run.pid}`} run={run} short={shortOf(run.suite)} />
            ))}
          </>
        )
      }
    </Ready>
  );
};

const Run = ({ run, short }: { run: ShownRun; short: (task: string) => string }) => {
  const { work, spending, alive, command, results, pid, startedAt, measure, notes } = run;
  const systems = [...new Set(work.map(({ system }) => system))];
  const tasks = [...new Set(work.map(({ task }) => task))];
  const finished = work.filter(({ state }) => state !== 'waiting' && state !== 'running');
  const failed = work.filter(({ state }) => state === 'failed' || state === 'incomplete');
  return (
    <section className="live-run" aria-label={`Run ${pid}`}>
      <div className="view-head">
        <div>
          <p className="lead" role="status">
            <b>
              {finished.length} of {work.length}
            </b>{' '}
            results {alive ? 'are there' : 'were there when the process ended without cleaning up'}
            {failed.length > 0 && `, ${failed.length} of them failed or incomplete`}. Scores are {measure} ×
            100 over the queries answered so far, with 95 % intervals.
          </p>
          <p className="note">
            <code>{command}</code>
            <br />
            Process {pid} in {results}, since {startedAt.slice(0, 19).replace('T', ' ')} UTC
            {!alive && ' · ended: run the same command again to go on'}
          </p>
        </div>
        <Facts
          className="anchors"
          of={[
            [
              'Spent',
              <>
                {format.usd(spending.usd)}
                {spending.budgetUsd !== undefined && <small> of {format.usd(spending.budgetUsd)}</small>}
              </>,
            ],
            ['Tokens', format.count(spending.tokens)],
            ['Requests', format.count(spending.requests)],
          ]}
        />
      </div>
      <div className="live-scroll">
        <table className="plain live-table">
          <thead>
            <tr>
              <th scope="col">System</th>
              {tasks.map((task) => (
                <th key={task} scope="col" title={task}>
                  {short(task)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {systems.map((system) => (
              <tr key={system}>
                <th scope="row">{work.find((each) => each.system === system)?.name ?? system}</th>
                {tasks.map((task) => {
                  const found = work.find((each) => each.system === system && each.task === task);
                  return found ? (
                    <WorkCell key={task} work={found} measure={measure} alive={alive} />
                  ) : (
                    <td key={task} />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failed.length > 0 && (
        <>
          <h2>What failed</h2>
          <ul>
            {failed.map(({ system, task, reason, state }) => (
              <li key={`${system} ${task}`}>
                <b>
                  {system} on {task}
                </b>
                , {state}: {reason ?? 'no reason was given'}
              </li>
            ))}
          </ul>
        </>
      )}
      {notes.length > 0 && (
        <details>
          <summary className="note">What it said last</summary>
          <pre className="notes">{notes.join('\n')}</pre>
        </details>
      )}
    </section>
  );
};

/** How far is it, what does it cost, and does anything fail? */
export const live: View = { name: 'live', title: 'Live', listed: ({ can }) => can.live, Component: LiveView };

type Work = ShownRun['work'][number];

/** One system on one task: how far, and the score so far. */
const WorkCell = ({ work, measure, alive }: { work: Work; measure: string; alive: boolean }) => {
  const { state, reason, step, answered = 0, queries, scores, seconds } = work;
  const score = own(scores, measure);
  const share = state === 'running' ? shareOf(work) : state === 'waiting' ? 0 : 1;
  const word = state === 'running' && !alive ? 'stopped' : state;
  return (
    <td className={`work ${state}`} title={reason}>
      {score ? (
        <span className="work-score">
          {state === 'incomplete' ? `(${format.score(score.mean)})` : format.score(score.mean)}
          {score.interval && <small> {format.interval(score.interval)}</small>}
        </span>
      ) : (
        <span className="work-score">{format.none}</span>
      )}
      <span className="work-bar">
        <span style={{ '--w': share } as CSSProperties} />
      </span>
      <small>
        {word}
        {state === 'running' && ` · ${format.count(answered)} of ${format.count(queries)}`}
        {state === 'running' &&
          step &&
          answered === 0 &&
          ` · ${step.label}${step.total ? ` ${Math.round((step.done / step.total) * 100)} %` : ''}`}
        {state !== 'waiting' && seconds !== undefined && ` · ${format.seconds(seconds)}`}
      </small>
    </td>
  );
};

/** Answered queries, or before the first of them the step that is under way. */
const shareOf = ({ answered = 0, queries, step }: Work): number => {
  if (answered > 0) return answered / Math.max(1, queries);
  return step?.total ? Math.min(1, step.done / step.total) * 0.5 : 0;
};
