import type { PlannedRun } from '../../experiment/plans/index.js';
import type { PlanOutcome } from '../../experiment/running/index.js';
import { ablationsOf } from '../../experiment/systems/index.js';
import { type Gain, gainsOver } from './gains.js';

/** A system compared with itself without one of its parts: `before` is without it. */
export interface AblatedSystem extends Gain {
  readonly part: string;
  readonly without: string;
}

/** What each part of these systems gains, of those that were run without it. */
export const ablatedSystems = (
  done: PlanOutcome<PlannedRun>['done'],
  systems: ReadonlySet<string>,
  measure: string,
): readonly AblatedSystem[] =>
  gainsOver(done, measure, ({ system, stages }) =>
    systems.has(system)
      ? ablationsOf(stages).map(({ part, without }) => ({ system: without, more: part }))
      : [],
  ).map(({ from, more, ...row }) => ({ ...row, part: more, without: from }));
