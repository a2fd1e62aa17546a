import { type Command, Option } from 'commander';
import { InputError } from '../core/index.js';
import { sayLine } from '../platform/node/index.js';

/** A flag's present name; where it depends on the value, a function of it. */
type Target = string | ((value: string) => string);
type Aliases = Readonly<Record<string, Target>>;

const AGENT_LIMITS: Aliases = {
  '--searches': '--max-searches',
  '--turns': '--max-turns',
  '--candidates': '--max-candidates',
};

/** `--by` meant two things: a slice of the queries, or the loss that a gate allows. */
const sliceOrTolerance = (value: string): string =>
  /^[\d.]/.test(value) && Number.isFinite(Number(value)) ? '--tolerance' : '--slice';

/** Names that flags had before, by verb. They work for one release and print a note. */
const FORMER: Readonly<Record<string, Aliases>> = {
  run: { ...AGENT_LIMITS, '--texts': '--text-mode' },
  generate: { ...AGENT_LIMITS, '--limit': '--max-queries' },
  judge: { '--queries': '--per-query' },
  compare: { '--by': sliceOrTolerance, '--queries': '--show-queries' },
  leaderboard: { '--out': '--results' },
  'nano build': { '--queries': '--max-queries', '--documents': '--max-documents', '--depth': '--list-depth' },
};

/** Names that other tools and other verbs use for the same. They stay. */
const ACCEPTED: Readonly<Record<string, Aliases>> = {
  run: { '--method': '--gar', '--rerank-depth': '--depth', '--measures': '--measure' },
  generate: { '--gar': '--method' },
  judge: { '--method': '--gar', '--measures': '--measure' },
  eval: { '--qrels': '--judgements', '--metrics': '--measures', '--measure': '--measures' },
  leaderboard: { '--measures': '--measure' },
  compare: { '--measures': '--measure' },
  reproduce: { '--measures': '--measure' },
  'nano agreement': { '--measures': '--measure' },
  'nano efficiency': { '--measures': '--measure' },
  'nano profile': { '--retriever': '--dense' },
};

/** The names of R2MED's own `run.py`, so that the lines of its README work; see reference-flags.ts. */
export const REFERENCE_SPELLINGS: Readonly<Record<string, string>> = {
  '--retriever_name': '--retriever',
  '--reranker_name': '--reranker',
  '--recall_k': '--depth',
  '--gar_method': '--gar',
  '--gar_llm': '--llm',
};

/** Makes a verb and its parts accept every other name of their flags; `--help` shows none of them. */
export const withAliases = (command: Command, name: string): Command => {
  for (const part of command.commands) withAliases(part, `${name} ${part.name()}`);
  const used: Used[] = [];
  for (const [alias, target] of Object.entries({ ...FORMER[name], ...ACCEPTED[name] }))
    command.addOption(aliasOption(command, alias, target, (each) => used.push(each)));
  return command.hook('preAction', (_, called) => {
    for (const each of used) mustAgree(called, each);
    const former = used.filter(({ alias }) => FORMER[name]?.[alias]);
    const notes = new Set(former.map(({ alias, option }) => `${alias} is now ${option.long}`));
    if (!called.opts<{ quiet?: boolean }>().quiet) for (const note of notes) sayLine(note);
  });
};

/** An alias that was typed, the flag it stands for, and the value that this flag got. */
interface Used {
  readonly alias: string;
  readonly option: Option;
  readonly value: unknown;
}

const aliasOption = (command: Command, alias: string, target: Target, used: (each: Used) => void): Option => {
  const targetOf = (value: string): Option => {
    const flag = typeof target === 'string' ? target : target(value);
    return command.options.find(({ long }) => long === flag)!;
  };
  const like = targetOf('');
  // Commander calls the parser also for a flag without a value, and words what it throws.
  return new Option(like.flags.replace(like.long!, alias)).hideHelp().argParser((typed?: string) => {
    // A flag whose name depends on its value may hold several values.
    for (const text of typeof target === 'string' ? [typed] : typed!.split(',')) {
      const option = targetOf(text ?? '');
      used({ alias, option, value: give(command, option, text) });
    }
  });
};

/** Gives a flag a value as if it had been typed; one that has a value already keeps it, unless it is repeatable. */
const give = (command: Command, option: Option, text: string | undefined): unknown => {
  const name = option.attributeName();
  const typed = command.getOptionValueSource(name) === 'cli';
  const earlier = typed ? command.getOptionValue(name) : undefined;
  const value = text === undefined ? true : (option.parseArg?.(text, earlier) ?? text);
  if (!typed || Array.isArray(value)) command.setOptionValueWithSource(name, value, 'cli');
  return value;
};

const mustAgree = (command: Command, { alias, option, value }: Used): void => {
  const counted = command.getOptionValue(option.attributeName());
  if (!Array.isArray(value) && counted !== value)
    throw new InputError({
      found: `${option.long} ${counted} and ${alias} ${value}`,
      fix: `leave out ${alias}`,
    });
};
