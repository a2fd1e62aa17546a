import { counted, InputError, listed } from '../../core/index.js';
import { TIE } from '../../evaluation/statistics/index.js';
import type { ResultRecord } from '../../experiment/record/index.js';
import { incompleteGates, type Verdict } from './gate.js';
import { scoreOf } from './pair-tasks.js';
import type { SystemScores } from './system-scores.js';
import { type ComparedTops, overallAgreement } from './top-agreement.js';

/** The least that a measure, or the agreement with the baseline, may be. */
export interface Threshold {
  readonly measure: string;
  readonly least: number;
}

/** `nDCG@10=0.45`. */
export const parseThreshold = (text: string): Threshold => {
  const at = text.lastIndexOf('=');
  const [measure, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const least = value === '' ? Number.NaN : Number(value);
  if (at > 0 && measure !== '' && least >= 0 && least <= 1) return { measure, least };
  throw new InputError({
    found: `--fail-below ${text}`,
    expected: 'a measure and its lowest value, from 0 to 1',
    fix: 'write nDCG@10=0.45, for example',
  });
};

/** Whether a threshold is one of agreement, which needs no judgements: `overlap@10`, `RBO@10`. */
export const agreementIn = (
  measure: string,
): { readonly name: 'overlap' | 'rbo'; readonly k: number } | undefined => {
  const [, name, k] = /^(overlap|rbo)(?:@([1-9]\d{0,5}))?$/i.exec(measure) ?? [];
  return name
    ? { name: name.toLowerCase() as 'overlap' | 'rbo', k: Number(k ?? AGREEMENT_DEPTH) }
    : undefined;
};

/** How many hits agreement looks at by default: what people see of a result list. */
export const AGREEMENT_DEPTH = 10;

/** What the verdict is given besides scores. */
export interface ThresholdOptions {
  /** Records that lack something because work failed and that are not counted: a system with one does not pass. */
  readonly incomplete?: readonly ResultRecord[];
  /** Lets a system pass that lacks tasks of the baseline. */
  readonly partial?: boolean;
}

/** Whether each system but the baseline reaches the thresholds in the mean of its tasks; one system alone is checked itself. */
export const thresholdGates = (
  sides: readonly SystemScores[],
  thresholds: readonly Threshold[],
  { incomplete = [], partial = false }: ThresholdOptions = {},
): readonly Verdict[] => {
  const [baseline, ...others] = sides;
  const checked = others.length > 0 ? others : [baseline!];
  return checked.flatMap((side) =>
    thresholds.flatMap(({ measure, least }) => {
      const failed = incompleteGates(
        measure,
        incomplete.filter(({ name }) => name === side.name),
      );
      if (failed.length > 0) return failed;
      const score = meanOfTasks(side, measure);
      const lacking = lackingIn(side, baseline!);
      const holds = score >= least - TIE && (partial || lacking.length === 0);
      const without = lacking.length > 0 ? `; without ${listed(lacking)}, which the baseline has` : '';
      const over = side.tasks.size > 1 ? `, mean of ${counted(side.tasks.size, 'task')}` : '';
      return {
        system: side.name,
        measure,
        check: `${measure} is at least ${least}`,
        holds,
        said: `${holds ? 'holds' : 'fails'}: ${measure} of ${side.name} is ${score.toFixed(4)}${over}; at least ${least} is required${without}`,
      };
    }),
  );
};

/** Tasks and queries of the baseline that a system lacks: without them its mean is another one. */
const lackingIn = (side: SystemScores, baseline: SystemScores): readonly string[] =>
  [...baseline.tasks].flatMap(([task, { queries }]) => {
    const found = side.tasks.get(task)?.queries;
    if (!found) return [task];
    const missing = [...queries.keys()].filter((id) => !found.has(id)).length;
    return missing > 0 ? [`${counted(missing, 'query', 'queries')} of ${task}`] : [];
  });

const meanOfTasks = (side: SystemScores, measure: string): number => {
  let sum = 0;
  for (const [task, { queries }] of side.tasks) {
    let total = 0;
    for (const id of queries.keys()) total += scoreOf(side, task, id, measure);
    sum += total / queries.size;
  }
  return sum / side.tasks.size;
};

/** What agreement cannot know. */
export const UNKNOWN_WITHOUT_JUDGEMENTS =
  'agreement shows how much changed, not whether it became better or worse: only judgements show that';

/** Whether the first hits agree enough with those of the baseline. It says what changed, and never which is better. */
export const agreementGates = (
  compared: ComparedTops,
  thresholds: readonly Threshold[],
  mostChanged?: number,
): readonly Verdict[] => {
  const { system, k } = compared;
  const { overlap, rbo, changed, queries } = overallAgreement(compared);
  const verdict = (measure: string, holds: boolean, check: string, found: string): Verdict => ({
    system,
    measure,
    check,
    holds,
    said: `${holds ? 'holds' : 'fails'}: ${found}; ${UNKNOWN_WITHOUT_JUDGEMENTS}`,
  });
  const ofAgreement = thresholds.map(({ measure, least }) => {
    const value = { overlap, rbo }[agreementIn(measure)!.name];
    return verdict(
      measure,
      value >= least - TIE,
      `${measure} with the baseline is at least ${least}`,
      `${measure} of ${system} with the baseline is ${value.toFixed(4)}; at least ${least} is required`,
    );
  });
  if (mostChanged === undefined) return ofAgreement;
  return [
    ...ofAgreement,
    verdict(
      `changed@${k}`,
      changed <= mostChanged + TIE,
      `at most ${mostChanged} of the queries have other documents in the top ${k}`,
      `${system} has other documents in the top ${k} of ${Math.round(changed * queries)} of ${counted(queries, 'query', 'queries')} ` +
        `(${changed.toFixed(4)}); at most ${mostChanged} is allowed`,
    ),
  ];
};
