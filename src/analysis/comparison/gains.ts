import { groupBy } from '../../core/index.js';
import { parseMeasure } from '../../evaluation/measures/index.js';
import { holm } from '../../evaluation/statistics/index.js';
import type { PlannedRun } from '../../experiment/plans/index.js';
import type { Result } from '../../experiment/record/index.js';
import { nameShown, type PlanOutcome } from '../../experiment/running/index.js';
import { printStages, type SystemText } from '../../search/pipeline/index.js';
import { compareSystems, overallComparison } from './compare-systems.js';
import { scoresOfResults } from './system-scores.js';

/** A system compared with one that lacks something of it. */
export interface Gain {
  readonly system: string;
  /** What `before` and `after` are. */
  readonly mean: 'mean of tasks' | 'mean of queries';
  readonly before: number;
  readonly after: number;
  readonly difference: number;
  readonly interval: { readonly low: number; readonly high: number };
  readonly p: number;
  /** `p` corrected over all rows. */
  readonly holm: number;
}

/** The same, and which system it was compared with, for a reason. */
export interface Compared<More> extends Gain {
  readonly from: string;
  readonly more: More;
}

/**
 * What systems gain over others among the same runs, on the tasks that both have. `earlierOf` names the others. A measure that pools over a task
 * has no score per query to test.
 */
export const gainsOver = <More>(
  done: PlanOutcome<PlannedRun>['done'],
  measure: string,
  earlierOf: (run: PlannedRun) => readonly { readonly system: SystemText; readonly more: More }[],
): readonly Compared<More>[] => {
  if (parseMeasure(measure).pooled) return [];
  const runs = groupBy(done, ({ planned }) => keyOf(planned.folder, planned.system));
  const rows = [...runs.values()].flatMap((own) =>
    earlierOf(own[0]!.planned).flatMap(({ system, more }) => {
      const before = runs.get(keyOf(own[0]!.planned.folder, printStages(system)));
      if (!before?.some(({ result }) => own.some((each) => taskOf(each.result) === taskOf(result))))
        return [];
      const sides = [before, own].map((side) =>
        scoresOfResults(
          nameOf(side[0]!),
          side.map(({ result }) => result),
        ),
      );
      const { kind, a, b, difference, interval, randomisation } = overallComparison(
        compareSystems(sides, measure).systems[0]!,
      );
      return [
        {
          system: sides[1]!.name,
          from: sides[0]!.name,
          more,
          mean: kind === 'mean of tasks' ? kind : ('mean of queries' as const),
          before: a,
          after: b,
          difference,
          interval,
          p: randomisation.p,
        },
      ];
    }),
  );
  if (rows.length === 0) return [];
  const corrected = holm(rows.map(({ p }) => p));
  return rows.map((row, i) => ({ ...row, holm: corrected[i]! }));
};

const taskOf = ({ record }: Result): string => record.task.name;

const nameOf = ({ planned, result }: PlanOutcome<PlannedRun>['done'][number]): string =>
  nameShown(planned, result.record.name);

/** An entry's own settings make another system of the same text. */
const keyOf = (folder: string, system: string): string => `${folder}\n${system}`;
