import {
  canonicalJson,
  defined,
  type ErrorLocation,
  InputError,
  placedAt,
  withoutSecrets,
} from '../../core/index.js';
import { type Measure, parseTableMeasure } from '../../evaluation/measures/index.js';
import type { PartPath } from '../../platform/formats/index.js';
import { parseStages, printStages, type SystemText } from '../../search/pipeline/index.js';
import { type Experiment, runSettings } from './experiment-schema.js';
import { choices, filled, placeholdersOf, TASK, type Variants, type VariantValue } from './placeholders.js';
import { runOrder } from './run-order.js';

/** Settings that may differ from run to run. */
export interface RunSettings {
  readonly topK?: number;
  readonly asPublished?: boolean;
  readonly generations?: string;
}

/** One system with its settings, to be run on every task. */
export interface PlannedRun {
  /** In canonical form. */
  readonly system: string;
  /** The same, parsed. */
  readonly stages: SystemText;
  /** What a table calls it. */
  readonly name: string;
  readonly settings: RunSettings;
  /** Those of the settings that its own row or a variant says; a command line leaves them alone. */
  readonly own: RunSettings;
  /** What the table adds to a name for these: ` [topK=50]`. */
  readonly label: string;
  /** Where below the results its records go: elsewhere than those of the same system with the usual settings. */
  readonly folder: string;
}

/** An experiment as the list of runs that it comes to. */
export interface ExperimentPlan {
  readonly title?: string;
  readonly suite?: string;
  readonly tasks?: readonly string[];
  readonly data?: readonly string[];
  readonly measures: readonly Measure[];
  readonly missing?: 'zero' | 'skip';
  readonly out?: string;
  /** In an order that shares work; the order of the file does not matter. */
  readonly runs: readonly PlannedRun[];
}

/** The line of a part of an experiment in its file; a module has none. */
export type PlaceOf = (path: PartPath) => ErrorLocation | undefined;

/** Throws where a system has a name or setting that is unknown. */
export type CheckSystem = (system: SystemText) => void;

const settingNames = (): readonly (keyof RunSettings)[] =>
  Object.keys(runSettings()) as (keyof RunSettings)[];

/** All that an experiment runs, checked as far as text can be: placeholders, expressions, measures. */
export const expand = (
  experiment: Experiment,
  placeOf: PlaceOf = () => undefined,
  check: CheckSystem = () => {},
): ExperimentPlan => {
  const { systems, variants = {}, measures = [], title, suite, tasks, data, missing, out } = experiment;
  const at = <T>(path: PartPath, work: () => T): T => placed(placeOf(path), work);
  for (const name of Object.keys(variants))
    at(['variants', name], () => mustBeUsed(name, variants[name]!, systems.map(textOf)));
  const runs = systems.flatMap((row, i) =>
    at(['systems', i], () => {
      const own = runsOf(row, variants, settingsOf(experiment));
      for (const { stages } of own) check(stages);
      return own;
    }),
  );
  return {
    ...defined({ title, suite, tasks, data, missing, out }),
    measures: measures.map((text, i) => at(['measures', i], () => parseTableMeasure(text))),
    runs: at(['systems'], () => runOrder(distinct(runs))),
  };
};

type Row = Experiment['systems'][number];

const textOf = (row: Row): string => (typeof row === 'string' ? row : `${row.system} ${row.name ?? ''}`);

type Loose<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/** What a row or the whole experiment says about its runs. */
const settingsOf = (of: Loose<RunSettings>): RunSettings =>
  Object.fromEntries(settingNames().flatMap((key) => (of[key] === undefined ? [] : [[key, of[key]]])));

const runsOf = (row: Row, variants: Variants, usual: RunSettings): readonly PlannedRun[] => {
  const { system, name, ...own } = typeof row === 'string' ? { system: row, name: undefined } : row;
  const said = settingsOf(own);
  const varied = settingNames().filter((key) => Object.hasOwn(variants, key) && said[key] === undefined);
  const names = [...new Set([...placeholdersOf(`${system} ${name ?? ''}`), ...varied])];
  return choices(names, variants).map((values) => {
    const stages = parseStages(filled(system, values));
    const expression = printStages(stages);
    const special = settingsOf({ ...said, ...Object.fromEntries(varied.map((key) => [key, values[key]])) });
    const labels = Object.entries(special).map(([key, value]) => `${key}=${value}`);
    const label = labels.length > 0 ? ` [${labels.join(', ')}]` : '';
    return {
      system: expression,
      stages,
      name: name === undefined ? `${expression}${label}` : withoutSecrets(filled(name, values)),
      label,
      settings: { ...usual, ...special },
      own: special,
      folder: labels.map((label) => label.replace(/[^\p{L}\p{N}.]+/gu, '-')).join('.'),
    };
  });
};

/** The same for the same system with the same settings, whatever its name. */
export const runKey = ({ system, folder }: Pick<PlannedRun, 'system' | 'folder'>): string =>
  canonicalJson([system, folder]);

/** The same run may come out of two rows; under two names it would not be clear which is meant. */
const distinct = (runs: readonly PlannedRun[]): readonly PlannedRun[] => {
  const found = new Map<string, PlannedRun>();
  for (const run of runs) {
    const key = runKey(run);
    const earlier = found.get(key);
    if (earlier && earlier.name !== run.name)
      throw new InputError({
        found: `"${run.system}" under two names, "${earlier.name}" and "${run.name}"`,
        expected: 'one name for a system and its settings',
        fix: 'leave one of the two out',
      });
    found.set(key, run);
  }
  const byName = new Map([...found.values()].map((run) => [run.name, run]));
  const twice = [...found.values()].find((run) => byName.get(run.name) !== run);
  if (twice)
    throw new InputError({
      found: `two systems named "${twice.name}": ${twice.system} and ${byName.get(twice.name)!.system}`,
      expected: 'a name for each',
      fix: 'give one of them another name',
    });
  return [...found.values()];
};

const mustBeUsed = (name: string, values: readonly VariantValue[], systems: readonly string[]): void => {
  if (name === TASK || !/^[A-Za-z][\w-]*$/.test(name))
    throw new InputError({
      found: `a variant named "${name}"`,
      expected: 'a name of letters and digits, other than task',
      fix: 'rename the variant',
    });
  const setting = settingNames().find((each) => each === name);
  const wrong = setting && values.find((value) => !runSettings()[setting].safeParse(value).success);
  if (wrong !== undefined)
    throw new InputError({
      found: `${name}: ${wrong}`,
      expected: `values that ${name} may have`,
      fix: `correct the values of ${name}`,
    });
  if (!setting && !systems.some((text) => placeholdersOf(text).includes(name)))
    throw new InputError({
      found: `the variant "${name}", which no system holds`,
      expected: `{${name}} in a system`,
      fix: `write it into a system, as "{${name}} > top(10)", or take the variant out`,
    });
};

/** Errors of `work` that have no place yet are at this one. */
export const placed = <T>(at: ErrorLocation | undefined, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw placedAt(error, at);
  }
};
