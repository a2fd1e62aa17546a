import { InputError, random } from '../../core/index.js';
import { parseStages, printStages } from '../../search/pipeline/index.js';
import { checkSystem, type OpenSetting, type OpenValues, openSystem } from '../systems/index.js';

/** One choice of values for what is open in a system. */
export interface Candidate {
  /** In canonical form. */
  readonly system: string;
  /** By stage and setting; the value is the default where it is missing. */
  readonly values: Readonly<Record<string, string>>;
}

/** A system with open settings as the systems that are tried. */
export interface TuningPlan {
  /** As written, in canonical form. */
  readonly system: string;
  readonly settings: readonly OpenSetting[];
  /** With every open setting at its default. */
  readonly untuned: Candidate;
  /** All that are tried, each once; the untuned one is first if its values lie within the ranges. */
  readonly candidates: readonly Candidate[];
}

/**
 * Systems that cover what is open: every combination of listed values, steps of equal size for one number, and otherwise points that fill the ranges
 * evenly (Halton's sequence, moved by the seed). None depends on a score: a choice among them can be tested on queries it was not made with.
 */
export const candidatesOf = (text: string, trials: number, seed: number): TuningPlan => {
  const stages = parseStages(text);
  const { settings, filled } = openSystem(stages);
  if (settings.length === 0)
    throw new InputError({
      found: `${text}: nothing to tune`,
      expected: 'settings with ? or a range',
      fix: 'write one, as bm25(k1=?, b=?) or bm25(k1=0.6..2)',
    });
  const made = (values: readonly (string | undefined)[]): Candidate => ({
    system: printStages(filled(values)),
    values: Object.fromEntries(settings.map(({ name, usual }, i) => [name, values[i] ?? usual ?? 'default'])),
  });
  const untuned = made(settings.map(({ usual }) => usual));
  const tried = pointsOf(settings, trials, seed).map(made);
  const all = settings.every(isUsualWithin) ? [untuned, ...tried] : tried;
  const candidates = [...new Map(all.map((each) => [each.system, each])).values()];
  for (const { system } of [untuned, ...candidates]) checkSystem(system);
  return { system: printStages(stages), settings, untuned, candidates };
};

const isUsualWithin = ({ usual, values }: OpenSetting): boolean =>
  usual === undefined || !('from' in values) || (Number(usual) >= values.from && Number(usual) <= values.to);

const pointsOf = (settings: readonly OpenSetting[], trials: number, seed: number) => {
  const listed = settings.map(({ values }) => ('choices' in values ? values.choices : undefined));
  if (listed.every((choices) => choices !== undefined)) {
    const all = listed.reduce<readonly (readonly string[])[]>(
      (rows, choices) => rows.flatMap((row) => choices.map((choice) => [...row, choice])),
      [[]],
    );
    if (all.length <= trials) return all;
  }
  const sizes = settings.map(({ values }) => dimensionsOf(values));
  const dimensions = sizes.reduce((sum, size) => sum + size, 0);
  const points =
    dimensions === 1
      ? Array.from({ length: trials }, (_, i) => [trials === 1 ? 0.5 : i / (trials - 1)])
      : halton(dimensions, trials, seed);
  return points.map((point) => {
    let at = 0;
    return settings.map(({ values }, i) => {
      const own = point.slice(at, at + sizes[i]!);
      at += sizes[i]!;
      return valueAt(values, own);
    });
  });
};

const dimensionsOf = (values: OpenValues): number => ('weights' in values ? values.weights - 1 : 1);

/** The value at a place from 0 to 1. */
const valueAt = (values: OpenValues, place: readonly number[]): string => {
  if ('choices' in values)
    return values.choices[
      Math.min(values.choices.length - 1, Math.floor(place[0]! * values.choices.length))
    ]!;
  if ('weights' in values) return weightsAt(place);
  const { from, to, whole } = values;
  // Whole numbers far apart are counted by ratio: 10, 30, 100.
  const byRatio = whole && to / from >= 10;
  const value = byRatio ? from * (to / from) ** place[0]! : from + (to - from) * place[0]!;
  if (whole) return String(Math.round(value));
  const digits = Math.max(0, 2 - Math.floor(Math.log10(to - from)));
  return String(Number(value.toFixed(digits)));
};

/** Points between 0 and 1 cut it into weights: all proportions are as likely. */
const weightsAt = (place: readonly number[]): string => {
  const cuts = [0, ...[...place].sort((a, b) => a - b), 1].map((cut) => Math.round(cut * 100));
  return cuts
    .slice(1)
    .map((cut, i) => (cut - cuts[i]!) / 100)
    .join('+');
};

const halton = (dimensions: number, count: number, seed: number): readonly (readonly number[])[] => {
  const next = random(seed);
  const bases = primes(dimensions);
  const shifts = bases.map(() => next());
  return Array.from({ length: count }, (_, i) =>
    bases.map((base, d) => (radicalInverse(i + 1, base) + shifts[d]!) % 1),
  );
};

/** The digits of a number behind the point, the last one first. */
const radicalInverse = (number: number, base: number): number => {
  let [inverse, scale, rest] = [0, 1 / base, number];
  while (rest > 0) {
    inverse += (rest % base) * scale;
    rest = Math.floor(rest / base);
    scale /= base;
  }
  return inverse;
};

const primes = (count: number): readonly number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
};
