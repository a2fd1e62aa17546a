import type { PlannedRun } from '../../experiment/plans/index.js';
import type { PlanOutcome } from '../../experiment/running/index.js';
import { firstStageOf } from '../../experiment/systems/index.js';
import { type Gain, gainsOver } from './gains.js';

/** A reranked system compared with its first stage. */
export interface RerankedSystem extends Gain {
  readonly first: string;
}

/** What reranking did to each first stage among the runs. */
export const rerankedSystems = (
  done: PlanOutcome<PlannedRun>['done'],
  measure: string,
): readonly RerankedSystem[] =>
  gainsOver(done, measure, ({ stages }) => {
    const first = firstStageOf(stages);
    return first ? [{ system: first, more: undefined }] : [];
  }).map(({ from, more: _, ...row }) => ({ ...row, first: from }));
