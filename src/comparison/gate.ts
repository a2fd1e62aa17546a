import { holm, TIE } from '../evaluation/index.js';
import { overall, type SystemsComparison } from './compare-systems.js';

export interface GateOptions {
  /** How much lower than A a system may be overall, in units of the measure; 0 by default. */
  readonly margin?: number;
  /** Fails only where p is below 0.05 as well. */
  readonly significant?: boolean;
}

export interface Gate {
  readonly system: string;
  readonly measure: string;
  /** B − A overall. */
  readonly difference: number;
  /** Randomisation p of that difference, Holm-corrected over the systems the gate looks at. */
  readonly p: number;
  readonly holds: boolean;
  /** The verdict as a sentence. */
  readonly said: string;
}

/** The usual level. */
const LEVEL = 0.05;

/** Whether each system is no worse than A by more than is allowed: a check for continuous integration. */
export const gates = (
  { measure, systems }: SystemsComparison,
  { margin = 0, significant = false }: GateOptions = {},
): readonly Gate[] => {
  const rows = systems.map(overall);
  const ps = holm(rows.map(({ randomisation }) => randomisation.p));
  return rows.map(({ difference }, i) => {
    const { system } = systems[i]!;
    const p = ps[i]!;
    const holds = difference >= -margin - TIE || (significant && p >= LEVEL);
    const change =
      Math.abs(difference) <= TIE
        ? 'the same'
        : `${Math.abs(difference).toFixed(4)} ${difference < 0 ? 'lower' : 'higher'}`;
    const allowed = `a loss of ${margin} is allowed${significant ? `, and any with p from ${LEVEL}` : ''}`;
    const said = `${holds ? 'holds' : 'fails'}: ${measure} of ${system} is ${change} (p ${p.toFixed(4)}); ${allowed}`;
    return { system, measure, difference, p, holds, said };
  });
};
