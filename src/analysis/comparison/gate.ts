import { TIE } from '../../evaluation/statistics/index.js';
import { incompleteLine, type ResultRecord } from '../../experiment/record/index.js';
import { overallComparison, type SystemsComparison } from './compare-systems.js';

/** When a gate fails. */
export interface GateOptions {
  /** How much lower than A a system may be overallComparison, in units of the measure; 0 by default. */
  readonly margin?: number;
  /** Fails only where p is below 0.05 as well. */
  readonly significant?: boolean;
  /** Lets a system pass that lacks tasks or queries of A; without it the gate fails. */
  readonly partial?: boolean;
}

/** Whether one check of a gate holds. */
export interface Verdict {
  readonly system: string;
  readonly measure: string;
  /** What is checked, in a few words that stay the same from run to run. */
  readonly check: string;
  readonly holds: boolean;
  /** The verdict as a sentence. */
  readonly said: string;
}

/** Whether a system is as good as the baseline, for one measure. */
export interface ComparisonGate extends Verdict {
  /** B − A overall. */
  readonly difference: number;
  /** Randomisation p of that difference, Holm-corrected over the systems the gate looks at. */
  readonly p: number;
  /** What A has and was not compared: tasks, and tasks with the number of queries. */
  readonly missing: { readonly tasks: readonly string[]; readonly queries: Readonly<Record<string, number>> };
}

/** The usual level. */
const LEVEL = 0.05;

/** Whether each system is no worse than A by more than is allowed: a check for continuous integration. */
export const comparisonGates = (
  { measure, systems, baseline, left }: SystemsComparison,
  { margin = 0, significant = false, partial = false }: GateOptions = {},
): readonly ComparisonGate[] => {
  const absent = left.find(({ system }) => system === baseline)?.tasks ?? [];
  return systems.map((compared) => {
    const { system, tasks } = compared;
    const { difference, pHolm } = overallComparison(compared);
    const p = pHolm!;
    const missing = {
      tasks: absent,
      queries: Object.fromEntries(
        tasks.filter(({ lacking }) => lacking > 0).map(({ name, lacking }) => [name, lacking]),
      ),
    };
    const gap = gapOf(missing);
    const noWorse = difference >= -margin - TIE || (significant && p >= LEVEL);
    const holds = noWorse && (partial || gap === '');
    const change =
      Math.abs(difference) <= TIE
        ? 'the same'
        : `${Math.abs(difference).toFixed(4)} ${difference < 0 ? 'lower' : 'higher'}`;
    const allowed = `a loss of ${margin} is allowed${significant ? `, and any with p from ${LEVEL}` : ''}`;
    const left = gap && notCompared(gap, partial);
    const check = `${measure} is no worse than that of ${baseline}`;
    const said = `${holds ? 'holds' : 'fails'}: ${measure} of ${system} is ${change} (p ${p.toFixed(4)}); ${allowed}${left}`;
    return { system, measure, check, difference, p, holds, missing, said };
  });
};

/** Words for what the baseline has and a system lacks. */
const notCompared = (gap: string, partial: boolean): string =>
  `; not compared: ${gap}${partial ? '' : ', which the baseline has; run it on these too, or add --partial'}`;

/** What was not compared, in words; nothing where all was. */
const gapOf = ({ tasks, queries }: ComparisonGate['missing']): string =>
  [
    ...tasks,
    ...Object.entries(queries).map(
      ([task, count]) => `${count} ${count === 1 ? 'query' : 'queries'} of ${task}`,
    ),
  ].join(', ');

/** A gate does not hold where a result lacks something because work failed: what is missing might decide it. */
export const incompleteGates = (measure: string, incomplete: readonly ResultRecord[]): readonly Verdict[] =>
  incomplete.map((record) => ({
    system: record.name,
    measure,
    check: `${measure} on ${record.task.name} is complete`,
    holds: false,
    said: `fails: ${measure} of ${record.name} is not known, since a result is incomplete: ${incompleteLine(record)}`,
  }));
