import {
  AGREEMENT_DEPTH,
  agreementGates,
  agreementIn,
  type ComparedTops,
  compareSystems,
  comparisonGates,
  incompleteGates,
  parseThreshold,
  type SystemScores,
  type Threshold,
  thresholdGates,
  type Verdict,
} from '../../analysis/comparison/index.js';
import { InputError } from '../../core/index.js';
import type { Measure } from '../../evaluation/measures/index.js';
import type { ResultRecord } from '../../experiment/record/index.js';
import { averagedMeasure } from '../averaged-measure.js';
import type { ValuesOf } from '../flags/index.js';
import { registryOrder } from '../short-names.js';

export type GateFlags =
  ValuesOf<'failIfWorse tolerance significant partial failBelow agreement failIfChanged junit'>;

/** What the gate asks of systems, from the flags. */
export interface GateRequest {
  /** Whether anything is asked, so that there are verdicts. */
  readonly asks: boolean;
  readonly worse?: string;
  readonly thresholds: readonly Threshold[];
  readonly agreement: readonly Threshold[];
  /** How many hits agreement looks at, where it is asked for. */
  readonly k?: number;
}

/** The gate of the flags; a setting of a gate that is not there would be ignored in silence. */
export const gateRequest = (flags: GateFlags, own: readonly Measure[] = []): GateRequest => {
  const all = (flags.failBelow ?? []).map(parseThreshold);
  const agreement = all.filter(({ measure }) => agreementIn(measure));
  const thresholds = all
    .filter(({ measure }) => !agreementIn(measure))
    .map(({ measure, least }) => ({ measure: averagedMeasure(measure, own).name, least }));
  const worse = flags.failIfWorse === undefined ? undefined : averagedMeasure(flags.failIfWorse, own).name;
  const k = depthOf(flags, agreement);
  const asks = worse !== undefined || all.length > 0 || flags.failIfChanged !== undefined;
  mustBeUsed(flags, worse !== undefined, worse !== undefined || thresholds.length > 0, asks);
  return {
    asks,
    thresholds,
    agreement,
    ...(worse !== undefined && { worse }),
    ...(k !== undefined && { k }),
  };
};

const depthOf = (flags: GateFlags, agreement: readonly Threshold[]): number | undefined => {
  const named = [
    ...(flags.agreement === undefined ? [] : [flags.agreement]),
    ...agreement.map(({ measure }) => agreementIn(measure)!.k),
  ];
  const [first, ...others] = [...new Set(named)];
  if (others.length > 0)
    throw new InputError({
      found: `agreement of the top ${first} and of the top ${others[0]}`,
      expected: 'one number of hits in a comparison',
      fix: 'use one k in --agreement and in all thresholds',
    });
  return first ?? (flags.failIfChanged === undefined ? undefined : AGREEMENT_DEPTH);
};

const mustBeUsed = (
  { tolerance, significant, partial, junit }: GateFlags,
  worse: boolean,
  scores: boolean,
  asks: boolean,
): void => {
  const unused: readonly (readonly [string | false | undefined, boolean, string])[] = [
    [tolerance !== undefined && `--tolerance ${tolerance}`, worse, '--fail-if-worse'],
    [significant && '--significant', worse, '--fail-if-worse'],
    [partial && '--partial', scores, '--fail-if-worse'],
    [junit !== undefined && `--junit ${junit}`, asks, 'a gate'],
  ];
  for (const [flag, used, needed] of unused)
    if (flag && !used)
      throw new InputError({ found: `${flag} without ${needed}`, fix: 'add --fail-if-worse nDCG@10' });
};

/** What was compared, and what of it failed. */
export interface GatedScores {
  readonly sides: readonly SystemScores[];
  readonly incomplete: readonly ResultRecord[];
  readonly includeIncomplete: boolean;
  readonly tops: readonly ComparedTops[];
}

/** The verdicts of the gate, in the order of the flags; undefined where nothing is asked. */
export const verdictsOf = (
  { asks, worse, thresholds, agreement }: GateRequest,
  { sides, incomplete, includeIncomplete, tops }: GatedScores,
  flags: GateFlags,
): readonly Verdict[] | undefined => {
  if (!asks) return undefined;
  const { tolerance: margin = 0, significant = false, partial = false } = flags;
  const failed = includeIncomplete ? [] : incomplete;
  return [
    ...(worse === undefined
      ? []
      : [
          ...comparisonGates(compareSystems(sides, worse, { order: registryOrder() }), {
            margin,
            significant,
            partial,
          }),
          ...incompleteGates(worse, failed),
        ]),
    ...thresholdGates(sides, thresholds, { incomplete: failed, partial }),
    ...tops.flatMap((compared) => agreementGates(compared, agreement, flags.failIfChanged)),
  ];
};
