import { InputError } from './errors.js';
import { lookup } from './lookup.js';

/** A setting that a stage declares: what it means, which values it may have, how a system's text writes it. */
export interface Setting<T = unknown> {
  readonly help: string;
  /** Which values it may have. */
  readonly expected: string;
  /** All of them, where they can be listed. */
  readonly choices?: readonly string[];
  /** Missing where it depends on something else. */
  readonly default?: T;
  /** Whether the value is the text of a system. */
  readonly isSystem?: true;
  /** Where tuning looks for a value: from and to; a weight for each system of the stage; or the number of one of them. */
  readonly range?: readonly [number, number] | 'weights' | 'systems';
  holds(value: unknown): boolean;
  /** The value that a text stands for; a value that does not hold where the text stands for none. */
  parse(text: string): unknown;
}

/** With `default` where one is given. */
type Declared<T, Default> = Setting<T> & ([Default] extends [T] ? { readonly default: T } : unknown);

export type Settings = Readonly<Record<string, Setting>>;

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** What a text says of settings: any of them may be missing. */
export type SettingValues<Declared> = { readonly [Name in keyof Declared]?: ValueOf<Declared[Name]> };

/** Settings with their defaults filled in. */
type SettledValues<Declared> = {
  readonly [Name in keyof Declared]: Declared[Name] extends { readonly default: infer T }
    ? T
    : ValueOf<Declared[Name]> | undefined;
};

interface Numbers {
  readonly expected: string;
  holds(value: number): boolean;
  readonly range?: Setting['range'];
}

const ANY_NUMBER: Numbers = { expected: 'a number', holds: () => true };

const count = <const D extends number | undefined = undefined>(
  help: string,
  byDefault?: D,
  range?: Setting['range'],
) =>
  declared<number, D>(help, byDefault, {
    ...(range && { range }),
    expected: 'a whole number from 1',
    holds: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
    parse: (text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN),
  });

const number = <const D extends number | undefined = undefined>(
  help: string,
  byDefault?: D,
  { expected, holds, range }: Numbers = ANY_NUMBER,
) =>
  declared<number, D>(help, byDefault, {
    ...(range && { range }),
    expected,
    holds: (value) => typeof value === 'number' && Number.isFinite(value) && holds(value),
    parse: (text) => (text.trim() === '' ? Number.NaN : Number(text)),
  });

const oneOf = <const T extends string, const D extends T | undefined = undefined>(
  choices: readonly T[],
  help: string,
  byDefault?: D,
) =>
  declared<T, D>(help, byDefault, {
    expected: `one of ${choices.join(', ')}`,
    choices,
    holds: (value) => choices.some((choice) => choice === value),
    parse: (text) => text,
  });

const truth = <const D extends boolean | undefined = undefined>(help: string, byDefault?: D) =>
  declared<boolean, D>(help, byDefault, {
    expected: 'true or false',
    choices: ['true', 'false'],
    holds: (value) => typeof value === 'boolean',
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  });

const text = (help: string): Setting<string> => ({
  help,
  expected: 'a text',
  holds: (value) => typeof value === 'string',
  // Quotes hold what a comma or a space at an end would lose.
  parse: (written) => written.replace(/^"(.*)"$/s, '$1'),
});

const system = (help: string, byDefault: string): Declared<string, string> => ({
  ...text(help),
  parse: (written) => written,
  expected: 'a system',
  default: byDefault,
  isSystem: true,
});

const declared = <T, D>(
  help: string,
  byDefault: D | undefined,
  kind: Omit<Setting<T>, 'help' | 'default'>,
): Declared<T, D> =>
  ({ help, ...kind, ...(byDefault !== undefined && { default: byDefault }) }) as Declared<T, D>;

/** The kinds of settings; each takes a line of help and, where there is one, the default. */
export const setting = { count, number, oneOf, truth, text, system } as const;

/** What a text names and what code makes of it, with the settings that the text may have. */
export type Declaring<Make> = Make & { readonly settings: Settings };

/** A function that makes a stage, with the settings it takes. */
export const declaring = <Make extends (...options: never[]) => unknown>(
  settings: Settings,
  make: Make,
): Declaring<Make> => Object.assign(make, { settings });

/** A stage as its text names it: only settings that differ from the default are said, as in `bm25(k1=1.2)`. */
export const nameWithSettings = (
  name: string,
  declared: Settings,
  values: { readonly [setting: string]: unknown },
): string => {
  const changed = Object.entries(declared).flatMap(([setting, { default: usual }]) =>
    values[setting] === undefined || values[setting] === usual ? [] : [`${setting}=${values[setting]}`],
  );
  return changed.length > 0 ? `${name}(${changed.join(', ')})` : name;
};

/** Reads what a system's text says of a stage: every name must be declared, and every value hold. */
export const readSettings = <Declared extends Settings>(
  of: string,
  declared: Declared,
  named: Readonly<Record<string, string>>,
): SettingValues<Declared> =>
  Object.fromEntries(
    Object.entries(named).map(([name, written]) => {
      const { parse, holds, choices, expected }: Setting = lookup(`setting of ${of}`, declared, name);
      const value = parse(written);
      if (holds(value)) return [name, value];
      if (choices) lookup(name, Object.fromEntries(choices.map((choice) => [choice, choice])), written);
      throw new InputError({
        found: `${name}=${written}`,
        expected,
        fix: `write ${name}=VALUE, with ${expected}`,
      });
    }),
  ) as SettingValues<Declared>;

/** What code says of a stage, checked, with the defaults of all that it leaves out. */
export const settledSettings = <Declared extends Settings>(
  of: string,
  declared: Declared,
  values: { readonly [Name in keyof Declared]?: unknown },
): SettledValues<Declared> =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { default: byDefault, holds, expected }]) => {
      const value = values[name] ?? byDefault;
      if (value === undefined || holds(value)) return [name, value];
      throw new InputError({
        found: `${of}: ${name} = ${value}`,
        expected,
        fix: `set ${name} to ${expected}`,
      });
    }),
  ) as SettledValues<Declared>;
