import type { CSSProperties } from 'react';
import { format } from '../../../../platform/tables/index.js';
import type { ShownRun } from '../../../page-data/index.js';

type Work = ShownRun['work'][number];

const WORDS: Readonly<Record<Work['state'], string>> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  incomplete: 'incomplete',
  failed: 'failed',
};

/** One system on one task: how far, and the score so far. */
export const WorkCell = ({ work, measure, alive }: { work: Work; measure: string; alive: boolean }) => {
  const { state, reason, step, answered = 0, queries, scores, seconds } = work;
  const score = scores && Object.hasOwn(scores, measure) ? scores[measure] : undefined;
  const share = state === 'running' ? shareOf(work) : state === 'waiting' ? 0 : 1;
  const word = state === 'running' && !alive ? 'stopped' : WORDS[state];
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
        {state === 'running' && ` · ${answered} of ${queries}`}
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
