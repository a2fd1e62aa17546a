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
  holds(value: unknown): boolean;
  /** The value that a text stands for; a value that does not hold where the text stands for none. */
  parse(text: string): unknown;
}

type WithDefault<T> = Setting<T> & { readonly default: T };

export type Settings = Readonly<Record<string, Setting>>;

/** Settings for an options type, each of the type that its option has. */
export type SettingsFor<Options> = {
  readonly [Name in keyof Options]?: Setting<Exclude<Options[Name], undefined>>;
};

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** What a text says of settings: any of them may be missing. */
export type SettingValues<Declared> = { readonly [Name in keyof Declared]?: ValueOf<Declared[Name]> };

/** Settings with their defaults filled in. */
type SettledValues<Declared> = {
  readonly [Name in keyof Declared]: Declared[Name] extends { readonly default: infer T }
    ? T
    : ValueOf<Declared[Name]> | undefined;
};

interface Range {
  readonly expected: string;
  holds(value: number): boolean;
}

const ANY_NUMBER: Range = { expected: 'a number', holds: () => true };

function count(help: string): Setting<number>;
function count(help: string, byDefault: number): WithDefault<number>;
function count(help: string, byDefault?: number): Setting<number> {
  return {
    help,
    expected: 'a whole number from 1',
    ...given(byDefault),
    holds: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
    parse: (text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN),
  };
}

function number(help: string, byDefault?: undefined, range?: Range): Setting<number>;
function number(help: string, byDefault: number, range?: Range): WithDefault<number>;
function number(help: string, byDefault?: number, range = ANY_NUMBER): Setting<number> {
  return {
    help,
    expected: range.expected,
    ...given(byDefault),
    holds: (value) => typeof value === 'number' && Number.isFinite(value) && range.holds(value),
    parse: (text) => (text.trim() === '' ? Number.NaN : Number(text)),
  };
}

function oneOf<const T extends string>(choices: readonly T[], help: string): Setting<T>;
function oneOf<const T extends string>(
  choices: readonly T[],
  help: string,
  byDefault: NoInfer<T>,
): WithDefault<T>;
function oneOf<const T extends string>(choices: readonly T[], help: string, byDefault?: T): Setting<T> {
  return {
    help,
    expected: `one of ${choices.join(', ')}`,
    choices,
    ...given(byDefault),
    holds: (value) => choices.some((choice) => choice === value),
    parse: (text) => text,
  };
}

const truth = (help: string): Setting<boolean> => ({
  help,
  expected: 'true or false',
  choices: ['true', 'false'],
  holds: (value) => typeof value === 'boolean',
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
});

const text = (help: string): Setting<string> => ({
  help,
  expected: 'a text',
  holds: (value) => typeof value === 'string',
  parse: (written) => written,
});

const system = (help: string, byDefault: string): WithDefault<string> => ({
  ...text(help),
  expected: 'a system',
  default: byDefault,
  isSystem: true,
});

const given = <T>(value: T | undefined) => (value === undefined ? {} : { default: value });

/** The kinds of settings; each takes a line of help and, where there is one, the default. */
export const setting = { count, number, oneOf, truth, text, system } as const;

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
      throw new InputError({ found: `${name}=${written}`, expected });
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
      throw new InputError({ found: `${of}: ${name} = ${value}`, expected });
    }),
  ) as SettledValues<Declared>;
