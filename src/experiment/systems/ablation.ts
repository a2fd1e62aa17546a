import { own } from '../../core/index.js';
import {
  parseStages,
  printStages,
  type StageText,
  type SystemText,
  stageText,
} from '../../search/pipeline/index.js';
import { isCombination } from './choosing.js';
import { isMethod } from './rewriter.js';
import { searchAt } from './search-stage.js';

/** A system without one of its parts. */
export interface Ablation {
  /** The stage, or the fused system, that is left out. */
  readonly part: string;
  readonly without: SystemText;
}

/**
 * A system without each of its parts in turn: what is written or expanded before the search, every stage after it, every system of a fusion, and
 * the parts of those. A search cannot be left out.
 */
export const ablationsOf = (system: SystemText): readonly Ablation[] => {
  const all = partsOf(system);
  const isTwice = ({ part }: Part): boolean => all.filter((other) => other.part === part).length > 1;
  return all.map((each) => ({
    part: each.inside !== undefined && isTwice(each) ? `${each.part} in ${each.inside}` : each.part,
    without: each.without,
  }));
};

interface Part extends Ablation {
  /** The fused system that it is a part of: two may have parts of one name. */
  readonly inside?: string;
}

const partsOf = (system: SystemText): readonly Part[] => {
  const search = searchAt(system);
  return system.flatMap((stage, at) => [
    ...(at === search ? [] : [{ part: stage.text, without: system.toSpliced(at, 1) }]),
    ...(isCombination(stage.name) ? fusedParts(system, at) : []),
  ]);
};

const fusedParts = (system: SystemText, at: number): readonly Part[] => {
  const stage = system[at]!;
  const fused = stage.values.map((value, i) => stage.systems[i] ?? parseStages(value));
  return fused.flatMap((inner, i) => [
    { part: printStages(inner), without: withoutFused(system, at, fused, i) },
    ...partsOf(inner).map(({ part, inside = printStages(inner), without }) => ({
      part,
      inside,
      without: system.with(at, withFused(stage, fused.with(i, without))),
    })),
  ]);
};

const withFused = (stage: StageText, fused: readonly SystemText[]): StageText =>
  stageText(stage.name, fused.map(printStages), stage.named);

/** Of two fused systems the other one takes the place of the fusion; what it writes itself is then all that is written. */
const withoutFused = (
  system: SystemText,
  at: number,
  fused: readonly SystemText[],
  left: number,
): SystemText => {
  const rest = fused.toSpliced(left, 1);
  const stage = system[at]!;
  if (rest.length > 1)
    return system.with(at, withFused({ ...stage, named: namedWithout(stage, left) }, rest));
  const [only] = rest as [SystemText];
  return [...(isMethod(only[0]!.name) ? [] : system.slice(0, at)), ...only, ...system.slice(at + 1)];
};

/** Weights, and numbers of systems, as they are without one: who had it answer goes back to the first. */
const namedWithout = ({ name, named }: StageText, left: number): StageText['named'] => {
  const weights = own(named, 'weights');
  if (weights !== undefined) return { ...named, weights: weights.split('+').toSpliced(left, 1).join('+') };
  if (name !== 'route') return named;
  const moved = Object.entries(named).flatMap(([family, number]) => {
    const at = Number(number) - 1;
    return at === left ? [] : [[family, String(at > left ? at : at + 1)] as const];
  });
  return Object.fromEntries(moved);
};
