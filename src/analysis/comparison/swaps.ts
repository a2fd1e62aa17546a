import {
  holm,
  macroDifferences,
  type RandomisationOptions,
  randomisationTest,
  type SetAgreement,
  TIE,
} from '../../evaluation/statistics/index.js';
import type { ScoredPair } from './score-pair.js';

/** By how much the system that is ahead in the full set leads in this one, and the paired randomisation test of it. */
export interface SwapSide {
  readonly difference: number;
  readonly p: number;
  /** Corrected over both sides of all swaps listed together. */
  readonly pHolm: number;
}

/** Two systems that are in another order in the small set. */
export interface Swap {
  /** The better one in the full set. */
  readonly ahead: string;
  readonly behind: string;
  readonly full: SwapSide;
  readonly nano: SwapSide;
  /** In which sets the difference is significant: in both, the sets contradict each other; in neither, it is noise. */
  readonly significant: 'both' | 'full' | 'nano' | 'neither';
}

export interface Swaps {
  readonly swaps: readonly Swap[];
  /** Pairs that are tied in one set alone. */
  readonly tied: number;
}

/** The usual level. */
const LEVEL = 0.05;

/** The pairs of systems whose order the small set turns round, the widest gap in the full set first. */
export const swapsOf = (
  names: readonly string[],
  { full, nano }: Pick<SetAgreement, 'full' | 'nano'>,
  tasks: readonly ScoredPair[],
  options?: RandomisationOptions,
): Swaps => {
  const pairs = names.flatMap((_, i) => names.slice(0, i).map((_name, j) => [i, j] as const));
  const order = (means: readonly number[], i: number, j: number): number => {
    const difference = means[i]! - means[j]!;
    return Math.abs(difference) <= TIE ? 0 : Math.sign(difference);
  };
  const swapped = pairs
    .filter(([i, j]) => order(full, i, j) * order(nano, i, j) < 0)
    .map(([i, j]) => (order(full, i, j) > 0 ? { ahead: i, behind: j } : { ahead: j, behind: i }))
    .sort((a, b) => full[b.ahead]! - full[b.behind]! - (full[a.ahead]! - full[a.behind]!));
  const p = (side: 'full' | 'nano', ahead: number, behind: number): number =>
    randomisationTest(
      macroDifferences(
        tasks.map((task) => task[side][ahead]!.map((score, query) => score - task[side][behind]![query]!)),
      ),
      options,
    ).p;
  const ps = swapped.flatMap(({ ahead, behind }) => [p('full', ahead, behind), p('nano', ahead, behind)]);
  const corrected = holm(ps);
  return {
    swaps: swapped.map(({ ahead, behind }, i) => {
      const side = (means: readonly number[], place: number): SwapSide => ({
        difference: means[ahead]! - means[behind]!,
        p: ps[place]!,
        pHolm: corrected[place]!,
      });
      const sides = { full: side(full, 2 * i), nano: side(nano, 2 * i + 1) };
      return { ahead: names[ahead]!, behind: names[behind]!, ...sides, significant: significant(sides) };
    }),
    tied: pairs.filter(([i, j]) => (order(full, i, j) === 0) !== (order(nano, i, j) === 0)).length,
  };
};

const significant = ({ full, nano }: Pick<Swap, 'full' | 'nano'>): Swap['significant'] => {
  const [inFull, inNano] = [full.pHolm < LEVEL, nano.pHolm < LEVEL];
  if (inFull && inNano) return 'both';
  return inFull ? 'full' : inNano ? 'nano' : 'neither';
};
