import { existsSync, readFileSync } from 'node:fs';
import { Command, Help, Option } from 'commander';
import { InputError, once } from '../../core/index.js';
import { dataPath } from '../../platform/node/index.js';
import type { Flag, Flags } from './flag.js';
import { flagTable } from './pick.js';
import { flagGroups } from './table.js';

/** Fewer flags are read at a glance. */
const MOST_UNGROUPED = 12;

export const verb = (flags: Flags = {}): Command => withFlags(new Command(), flags);

/** A part of a verb, such as `nano build`. */
export const part = (name: string, summary: string, flags: Flags): Command =>
  withFlags(new Command(name), flags).summary(summary).description(summary).exitOverride();

const withFlags = (command: Command, own: Flags): Command => {
  const flags = { ...own, color: flagTable().color };
  for (const [name, flag] of Object.entries(flags)) command.addOption(optionOf(name, flag));
  withOtherNames(command, flags);
  command.addHelpText('after', (shown) => helpAfter(shown.command));
  // --help is shown as well.
  return Object.keys(flags).length < MOST_UNGROUPED ? command : withGroups(command, flags);
};

/** What help says after the flags, with examples: the text of `data/help` that has the name of the verb, and of its part. */
export const helpAfter = (command: Command): string => {
  const words = [command.parent?.name(), command.name()].filter((name) => name && name !== 'r2med');
  const file = dataPath(`help/${words.join('-')}.txt`);
  return existsSync(file) ? `\n${readFileSync(file, 'utf8').trimEnd()}` : '';
};

const optionOf = (name: string, flag: Flag): Option => {
  const { value, help, parse, choices, usual } = flag;
  const option = new Option(`${flagName(name, flag)}${value ? ` ${value}` : ''}`, help);
  if (choices) option.choices(choices);
  if (parse) option.argParser(parse);
  if (usual !== undefined) option.default(usual, Array.isArray(usual) ? usual.join(',') : undefined);
  if (flag.group) option.helpGroup(flag.group);
  return option.makeOptionMandatory(flag.required ?? false);
};

/** `--top-k` of `topK`. */
export const flagName = (name: string, { off }: Pick<Flag, 'off'> = {}): string =>
  `--${off ? 'no-' : ''}${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Sorts the flags of a verb with many into groups, both in the order of the table; one that names its group is the last there. */
const withGroups = (command: Command, flags: Flags): Command => {
  const usual = new Help();
  const headings = new Map<string, string>();
  const naming = Object.entries(flags).filter(([, flag]) => flag.group);
  for (const [heading, group] of Object.entries(flagGroups())) {
    for (const name of Object.keys(group)) if (!flags[name]?.group) headings.set(name, heading);
    for (const [name, flag] of naming) if (flag.group === heading) headings.set(name, heading);
  }
  // Help asks for them several times.
  const sorted = once((shown: Command) => {
    const options = new Map(usual.visibleOptions(shown).map((each) => [each.attributeName(), each]));
    return [...headings.keys()].flatMap((name) => options.get(name) ?? []);
  });
  return command.configureHelp({
    visibleOptions: sorted,
    // Other names are not shown, and would otherwise decide which group comes first.
    groupItems: <T extends Command | Option>(_: T[], visible: T[], groupOf: (item: T) => string) =>
      usual.groupItems(visible, visible, (item) =>
        item instanceof Option ? headings.get(item.attributeName())! : groupOf(item),
      ),
  });
};

/** Another name of a flag that was typed, and the value that the flag got by it. */
interface OtherName {
  readonly typed: string;
  readonly option: Option;
  readonly value: unknown;
}

/** Names that other tools and other verbs use for the same. */
const withOtherNames = (command: Command, flags: Flags): void => {
  const used: OtherName[] = [];
  for (const [name, { also = [] }] of Object.entries(flags)) {
    const option = command.options.find((each) => each.attributeName() === name)!;
    for (const other of also) {
      const typed = `--${other}`;
      // Commander calls the parser also for a flag without a value, and words what it throws.
      const hidden = new Option(option.flags.replace(option.long!, typed)).hideHelp();
      hidden.argParser((text?: string) => used.push({ typed, option, value: give(command, option, text) }));
      command.addOption(hidden);
    }
  }
  command.hook('preAction', (_, called) => {
    for (const each of used) mustAgree(called, each);
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

const mustAgree = (command: Command, { typed, option, value }: OtherName): void => {
  const counted = command.getOptionValue(option.attributeName());
  if (!Array.isArray(value) && counted !== value)
    throw new InputError({
      found: `${option.long} ${counted} and ${typed} ${value}`,
      fix: `leave out ${typed}`,
    });
};
