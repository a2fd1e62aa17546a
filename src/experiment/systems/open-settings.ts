import { commandLine, givenAgain, InputError, lookup, type Setting } from '../../core/index.js';
import { printStages, type StageText, type SystemText, stageText } from '../../search/pipeline/index.js';
import { isReranker } from './reranker.js';
import { settingsOfStage } from './stage-settings.js';

/** A setting of a system whose value is to be found: `k1=?`, `k1=0.6..2`, or a depth as in `bge-reranker(?)`. */
export interface OpenSetting {
  /** Stage and setting: `bm25 k1`. */
  readonly name: string;
  /** Its value where nothing is tuned; undefined where the setting is then left out. */
  readonly usual: string | undefined;
  readonly values: OpenValues;
}

/** The values that a setting may take. */
export type OpenValues =
  | { readonly choices: readonly string[] }
  | { readonly from: number; readonly to: number; readonly whole: boolean }
  /** Weights of so many systems, whose proportions alone matter. */
  | { readonly weights: number };

/** A system with settings that are to be found. */
export interface OpenSystem {
  readonly settings: readonly OpenSetting[];
  /** The system with values for its open settings; one that is undefined, or the usual one, is left out. */
  filled(values: readonly (string | undefined)[]): SystemText;
}

const RANGE = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/;

/** A setting that takes none of these is a whole number. */
const FRACTIONS = ['0.5', '1.5', '2.5'];

const isOpen = (value: string): boolean => value === '?' || RANGE.test(value);

/** Depths that a reranker is tried with, unless the text says others. */
const DEPTHS = [10, 100] as const;

/** Finds what is open in a system, in the systems within it too. */
export const openSystem = (system: SystemText): OpenSystem => {
  const settings: OpenSetting[] = [];
  const fillers = system.map((stage) => openStage(stage, settings));
  return { settings, filled: (values) => fillers.map((fill) => fill(values)) };
};

type Fill = (values: readonly (string | undefined)[]) => StageText;

const openStage = (stage: StageText, found: OpenSetting[]): Fill => {
  const take = (open: OpenSetting): number => found.push(open) - 1;
  const plain = stage.values.map(
    (value, i): ((values: readonly (string | undefined)[]) => string | undefined) => {
      const nested = stage.systems[i];
      if (isOpen(value)) {
        const at = take(openDepth(stage, value));
        return (values) => values[at] ?? found[at]!.usual;
      }
      if (!nested || !/[()>]/.test(value)) return () => value;
      const inner = nested.map((each) => openStage(each, found));
      return (values) => printStages(inner.map((fill) => fill(values)));
    },
  );
  const named = Object.entries(stage.named).map(
    ([name, value]): [string, (values: readonly (string | undefined)[]) => string | undefined] => {
      if (!isOpen(value)) return [name, () => value];
      const at = take(openNamed(stage, name, value));
      return [name, (values) => (values[at] === found[at]!.usual ? undefined : values[at])];
    },
  );
  return (values) =>
    stageText(
      stage.name,
      plain.flatMap((of) => of(values) ?? []),
      Object.fromEntries(
        named.flatMap(([name, of]) => {
          const value = of(values);
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    );
};

const openNamed = (stage: StageText, name: string, written: string): OpenSetting => {
  const declared: Setting = lookup(`setting of ${stage.name}`, settingsOfStage(stage.name), name);
  const { default: usual } = declared;
  return {
    name: `${stage.name} ${name}`,
    usual: usual === undefined ? undefined : String(usual),
    values: valuesOf(`${name}=${written}`, written, declared, stage),
  };
};

const valuesOf = (said: string, written: string, declared: Setting, stage: StageText): OpenValues => {
  const { choices, range, holds, expected, default: usual, parse } = declared;
  const whole = !FRACTIONS.some((fraction) => holds(parse(fraction)));
  const given = RANGE.exec(written);
  if (given) {
    const [from, to] = [Number(given[1]), Number(given[2])];
    if (from < to && holds(parse(given[1]!)) && holds(parse(given[2]!))) return { from, to, whole };
    throw new InputError({
      found: said,
      expected: `a range, the smaller number first, of ${expected}`,
      fix: 'write the smaller number first, as 0.2..0.8',
    });
  }
  if (choices) return { choices };
  if (range === 'weights') return { weights: stage.values.length };
  if (range === 'systems') return { choices: stage.values.map((_, i) => String(i + 1)) };
  if (range) return { from: range[0], to: range[1], whole };
  if (whole && typeof usual === 'number')
    return { from: Math.max(1, Math.round(usual / 4)), to: 4 * usual, whole };
  throw new InputError({
    found: said,
    expected: 'a range: this setting declares none',
    fix: `write one, as ${said.replace('?', '5..50')}`,
  });
};

/** The number in the brackets of a reranker or of `top`. */
const openDepth = (stage: StageText, written: string): OpenSetting => {
  const given = RANGE.exec(written);
  if (stage.name !== 'top' && !isReranker(stage.name))
    throw new InputError({
      found: `${written} in ${stage.text}`,
      expected: 'an open setting by its name, as k1=?, or the depth of a reranker, as bge-reranker(?)',
      fix: 'name the setting, as k1=?',
    });
  if (!given && stage.name === 'top')
    throw new InputError({
      found: stage.text,
      expected: 'a range, as top(10..100)',
      fix: 'write top(10..100)',
    });
  const [from, to] = given ? [Number(given[1]), Number(given[2])] : DEPTHS;
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 1 && from < to))
    throw new InputError({
      found: stage.text,
      expected: 'whole numbers from 1, the smaller first, as 10..100',
      fix: 'write top(10..100)',
    });
  return {
    name: `${stage.name} depth`,
    usual: stage.name === 'top' ? String(to) : undefined,
    values: { from, to, whole: true },
  };
};

const TASKS = ['--suite', '--task', '--data'];

/** Refuses a system with a value that is still to be found. */
export const mustBeSettled = (system: SystemText): void => {
  for (const stage of system) {
    const open = [...stage.values.filter(isOpen), ...Object.entries(stage.named).flatMap(said)][0];
    if (open !== undefined)
      throw new InputError({
        found: `${open} in ${stage.text}`,
        expected: 'a value',
        fix: `find one: ${commandLine('tune', '--system', printStages(system), ...TASKS.flatMap((flag) => givenAgain(flag)))}`,
      });
    for (const inner of stage.systems) if (inner) mustBeSettled(inner);
  }
};

const said = ([name, value]: readonly [string, string]): readonly string[] =>
  isOpen(value) ? [`${name}=${value}`] : [];
