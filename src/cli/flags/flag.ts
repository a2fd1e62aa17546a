/** A flag, whatever it is called: what it takes, what its help says, and how its text is read. */
export interface Flag<Value = unknown> {
  /** As help shows it, such as `<n>`; a flag without one is on or off. */
  readonly value?: string;
  readonly help: string;
  parse?(text: string, earlier?: Value): Value;
  readonly choices?: readonly string[];
  readonly usual?: Value;
  readonly required?: boolean;
  /** Written `--no-…`: it is on by default. */
  readonly off?: boolean;
  /** Other names that it answers to, which help does not show. */
  readonly also?: readonly string[];
  /** A heading of help, for a flag that the table does not have or has elsewhere. */
  readonly group?: string;
}

/** The flags of a verb by the names of their values: `topK` is `--top-k`. */
export type Flags = Readonly<Record<string, Flag>>;

type ValueOf<F> = F extends Flag<infer Value> ? Value : never;

/** What a verb is given: flags without a default may be missing. */
export type FlagValues<F> = {
  readonly [K in keyof F as undefined extends ValueOf<F[K]> ? never : K]: ValueOf<F[K]>;
} & {
  readonly [K in keyof F as undefined extends ValueOf<F[K]> ? K : never]?: Exclude<ValueOf<F[K]>, undefined>;
};

/** A flag whose value is taken as it is typed. */
export function text(value: string, help: string): Flag<string | undefined>;
export function text(value: string, help: string, usual: string): Flag<string>;
export function text(value: string, help: string, usual?: string): Flag<string | undefined> {
  return { value, help, usual };
}

/** A flag whose value a parser reads; one that is repeatable is given what was read before. */
export function read<Value>(
  value: string,
  help: string,
  parse: (text: string, earlier?: Value) => Value,
): Flag<Value | undefined>;
export function read<Value>(
  value: string,
  help: string,
  parse: (text: string, earlier?: Value) => Value,
  usual: Value,
): Flag<Value>;
export function read<Value>(
  value: string,
  help: string,
  parse: (text: string, earlier?: Value) => Value,
  usual?: Value,
): Flag<Value | undefined> {
  return { value, help, parse, usual };
}

/** A flag whose value is one of a few. */
export function oneOf<Value extends string>(
  value: string,
  help: string,
  choices: readonly Value[],
): Flag<Value | undefined>;
export function oneOf<Value extends string>(
  value: string,
  help: string,
  choices: readonly Value[],
  usual: NoInfer<Value>,
): Flag<Value>;
export function oneOf<Value extends string>(
  value: string,
  help: string,
  choices: readonly Value[],
  usual?: Value,
): Flag<Value | undefined> {
  return { value, help, choices, usual };
}

/** A flag that takes all words up to the next flag. */
export const several = (value: string, help: string): Flag<readonly string[] | undefined> => ({
  value,
  help,
});

export const on = (help: string): Flag<boolean | undefined> => ({ help });

export const off = (help: string): Flag<boolean> => ({ help, off: true });

export const required = <Value>(flag: Flag<Value>): Flag<Exclude<Value, undefined>> => ({
  ...(flag as Flag<Exclude<Value, undefined>>),
  required: true,
});

export const also = <Value>(names: readonly string[], flag: Flag<Value>): Flag<Value> => ({
  ...flag,
  also: names,
});
