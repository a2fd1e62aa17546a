import { Command, type Option } from 'commander';
import { inHelpOrder } from '../verb-groups.js';
import { argumentNames, valueNames } from './names.js';

/** What the last word may become, and what that means; nothing where it is a file or a text. */
export type Completion = readonly [name: string, help: string];

/** Every verb: what it does, and how it is loaded. */
export type VerbTable = Readonly<
  Record<string, readonly [help: string, load: () => Promise<{ command(): Command }>]>
>;

/** Completes the last of the words after `r2med`. */
export const completions = async (
  typed: readonly string[],
  verbs: VerbTable,
): Promise<readonly Completion[]> => {
  const words = withoutEquals(typed);
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const [first] = before;
  const all = helpOf(verbs);
  if (first === undefined) return startingWith(current, current.startsWith('-') ? TOP_FLAGS : all);
  if (first === 'help') return before.length === 1 ? startingWith(current, all) : [];
  const at = await commandAt(before, verbs);
  if (!at) return [];
  const { command, flag } = at;
  const [, named, text] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? [];
  if (named !== undefined) {
    const option = optionOf(command, named);
    const names = option ? valuesOf(option, words) : [];
    return listed(text!, names).map(([name, help]) => [`${named}=${name}`, help]);
  }
  if (flag && !current.startsWith('-')) return listed(current, valuesOf(flag, words));
  if (current.startsWith('-'))
    return startingWith(
      current,
      command
        .createHelp()
        .visibleOptions(command)
        .map(({ long, description }) => [long!, brief(description)]),
    );
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return startingWith(current, [
    ...command.commands.map((part): Completion => [part.name(), brief(part.summary())]),
    ...[...choices, ...argumentNames(command, words)].map((name): Completion => [name, '']),
  ]);
};

/** bash makes words of their own of `=`: `--suite=sa` is three. */
const withoutEquals = (words: readonly string[]): readonly string[] =>
  words.at(-1) === '=' ? [...words.slice(0, -1), ''] : words.filter((word) => word !== '=');

const TOP_FLAGS: readonly Completion[] = [
  ['--help', 'every verb with what it does'],
  ['--version', 'version of r2med'],
  ['--color', 'auto, always or never'],
];

const helpOf = (verbs: VerbTable): readonly Completion[] => [
  ...inHelpOrder(Object.keys(verbs)).map((name): Completion => [name, brief(verbs[name]![0])]),
  ['help', 'flags and examples of a verb'],
];

/** The verb or part of one that is typed, and the flag whose value comes next. */
const commandAt = async (
  words: readonly string[],
  verbs: VerbTable,
): Promise<{ command: Command; flag?: Option } | undefined> => {
  const name = words.find((word) => !word.startsWith('-'));
  if (name === undefined || !Object.hasOwn(verbs, name)) return undefined;
  let command = (await verbs[name]![1]()).command().name(name);
  new Command('r2med').addCommand(command);
  let flag: Option | undefined;
  for (const word of words.slice(words.indexOf(name) + 1)) {
    if (word.startsWith('-')) {
      const option = word.includes('=') ? undefined : optionOf(command, word);
      flag = option && (option.required || option.optional) ? option : undefined;
      continue;
    }
    // A flag of several words goes on until the next flag.
    if (flag && !flag.variadic) flag = undefined;
    else if (!flag) command = command.commands.find((part) => part.name() === word) ?? command;
  }
  return { command, ...(flag && { flag }) };
};

const optionOf = (command: Command, word: string): Option | undefined =>
  command.options.find(({ long, short }) => long === word || short === word);

const valuesOf = (option: Option, words: readonly string[]): readonly Completion[] => {
  const names = option.argChoices ?? valueNames(option.attributeName(), words);
  return names.map((name) => [name, '']);
};

const startingWith = (start: string, all: readonly Completion[]): readonly Completion[] =>
  all.filter(([name]) => name.toLowerCase().startsWith(start.toLowerCase()));

/** Of a list such as `bm25,ls` the last name is completed. */
const listed = (typed: string, all: readonly Completion[]): readonly Completion[] => {
  const at = typed.lastIndexOf(',') + 1;
  return startingWith(typed.slice(at), all).map(([name, help]) => [typed.slice(0, at) + name, help]);
};

/** The first words of what a thing means, on one line. */
const brief = (help: string): string => help.split(/[:;(]/, 1)[0]!.trim();
