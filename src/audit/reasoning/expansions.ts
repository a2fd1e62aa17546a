/** The expansions of each term, as a user's table has them: `MI` to `myocardial infarction`. */
export type Expansions = ReadonlyMap<string, readonly string[]>;
