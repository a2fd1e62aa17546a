import { once } from '../../core/index.js';
import { type Flag, type Flags, type FlagValues, read } from './flag.js';
import { append } from './parsers.js';
import { flagGroups } from './table.js';

type Groups = ReturnType<typeof flagGroups>;
type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

export type FlagTable = Joined<Groups[keyof Groups]>;

export const flagTable = once((): FlagTable => Object.assign({}, ...Object.values(flagGroups())));

/** The names in a list such as `'suite task data'`. */
type NamesIn<List extends string> = List extends `${infer Name} ${infer More}` ? Name | NamesIn<More> : List;

/** Flags of the table, by their names with spaces between; a name that the table lacks is an error of types. */
export const pick = <const Lists extends readonly string[]>(
  ...lists: { readonly [I in keyof Lists]: NamesIn<Lists[I]> extends keyof FlagTable ? Lists[I] : never }
): Pick<FlagTable, NamesIn<Lists[number]> & keyof FlagTable> => {
  const all: Flags = flagTable();
  const names = lists.flatMap((list: string) => list.split(' '));
  return Object.fromEntries(names.map((name) => [name, all[name]])) as ReturnType<typeof pick<Lists>>;
};

/** What the flags with these names give a verb. */
export type ValuesOf<List extends string> = FlagValues<Pick<FlagTable, NamesIn<List> & keyof FlagTable>>;

/** A flag of the table in words that fit the verb. */
export const worded = <Name extends keyof FlagTable>(name: Name, help: string): FlagTable[Name] => ({
  ...flagTable()[name],
  help,
});

/** A flag of the table that one verb reads in its own way. */
export const reading = <Value>(
  name: keyof FlagTable,
  parse: (text: string, earlier?: Value) => Value,
): Flag<Value | undefined> => ({ ...(flagTable()[name] as Flag<Value | undefined>), parse });

/** A flag of the table with the default of one verb. */
export const usually = <Value>(name: keyof FlagTable, usual: Value): Flag<Value> => ({
  ...(flagTable()[name] as Flag<Value>),
  usual,
});

/** The suite to which results are limited. */
export const onlySuite = () => worded('suite', 'only tasks of this suite');

/** A system whose records are there. */
export const recordedSystem = () =>
  read('<name>', 'only this system, for example "hyde(gpt4) > bm25"; repeatable', append);

/** As `--results`, for verbs that show several folders together. */
export const resultsFolders = () =>
  read('<folder>', 'folder of records that `r2med run` wrote; repeatable (default: results)', append);

export const TASKS = 'suite task data columns split';
/** How much at once, and where it stops: the same for every verb that may cost money. */
export const SPENDING = 'concurrency budget budgetTokens budgetTotal budgetTotalTokens batchApi';
export const EMBEDDER =
  `endpoint modelFolder python pythonLibrary devices queryPrompt documentPrompt promptName precision ${SPENDING}` as const;
export const MODELS = `${EMBEDDER} saveVectors` as const;
/** A language model but for its name, which verbs ask for by different flags. */
export const LLM = 'llmEndpoint llmModel reasoning temperature topP maxTokens seed stream timeout price';
