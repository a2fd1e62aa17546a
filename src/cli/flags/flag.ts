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

/** A flag without a default may have no value. */
type Usually<Value, Usual> = Flag<Usual extends undefined ? Value | undefined : Value>;

/** A flag whose value is taken as it is typed. */
export const text = <Usual extends string | undefined = undefined>(
  value: string,
  help: string,
  usual?: Usual,
) => ({ value, help, usual }) as Usually<string, Usual>;

/** A flag whose value a parser reads; one that is repeatable is given what was read before. */
export const read = <Value, Usual extends Value | undefined = undefined>(
  value: string,
  help: string,
  parse: (text: string, earlier?: Value) => Value,
  usual?: Usual,
) => ({ value, help, parse, usual }) as Usually<Value, Usual>;

/** A flag whose value is one of a few. */
export const oneOf = <Value extends string, Usual extends NoInfer<Value> | undefined = undefined>(
  value: string,
  help: string,
  choices: readonly Value[],
  usual?: Usual,
) => ({ value, help, choices, usual }) as Usually<Value, Usual>;

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
