import type { Command, Option } from 'commander';
import { styled } from '../core/index.js';
import { helpAfter } from './flags/index.js';
import { wrapped } from './marked-text.js';
import { verbGroup } from './verb-groups.js';

const EXAMPLES = 3;

/**
 * What `-h` shows: the verbs of the program (whose first steps are given), or the flags of a verb, by group without their explanations, and the
 * first examples. On one screen.
 */
export const briefHelp = (command: Command, width: number, firstSteps?: string): string => {
  const program = firstSteps !== undefined;
  const usage = `${styled('strong', 'Usage:')} ${fullName(command)} ${command.usage()}`;
  const lists = program
    ? grouped(
        command.commands,
        (verb) => verbGroup(verb.name()),
        (verb) => verb.name(),
      )
    : grouped(visibleOptions(command), (option) => groupOf(command, option), flagOf);
  const parts = program ? [] : command.commands.map((part) => part.name());
  const rows = [
    ...(parts.length > 0 ? [['Parts:', parts.join(', ')] as const] : []),
    ...[...lists].map(([heading, names]) => [heading, names.join(program ? ', ' : ' ')] as const),
  ];
  return [
    usage,
    ...wrapped(command.description().split('\n')[0]!, width),
    '',
    ...inColumns(rows, width),
    ...(program ? [firstSteps] : ['', ...examplesOf(command)]),
    '',
    program
      ? 'What each verb does: r2med --help. Its flags: r2med <verb> -h'
      : `Every flag explained: ${fullName(command)} --help`,
  ].join('\n');
};

const fullName = (command: Command): string =>
  command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();

const visibleOptions = (command: Command): readonly Option[] => [
  ...command.createHelp().visibleOptions(command),
];

const flagOf = ({ long, flags }: Option): string => long ?? flags;

/** The heading under which help shows a flag. */
const groupOf = (command: Command, option: Option): string =>
  [
    ...command
      .createHelp()
      .groupItems([option], [option], (each) => each.helpGroupHeading ?? 'Options:')
      .keys(),
  ][0]!;

const grouped = <T>(
  items: readonly T[],
  heading: (item: T) => string,
  name: (item: T) => string,
): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, string[]>();
  for (const item of items) groups.set(heading(item), [...(groups.get(heading(item)) ?? []), name(item)]);
  return groups;
};

const inColumns = (rows: readonly (readonly [heading: string, text: string])[], width: number) => {
  const column = 2 + Math.max(...rows.map(([heading]) => heading.length));
  return rows.flatMap(([heading, text]) =>
    wrapped(text, width - column).map((line, i) =>
      i === 0
        ? `${styled('strong', heading)}${' '.repeat(column - heading.length)}${line}`
        : ' '.repeat(column) + line,
    ),
  );
};

/** The first examples of the help text, with the lines that go on with one. */
const examplesOf = (command: Command): readonly string[] => {
  const examples: string[][] = [];
  for (const line of helpAfter(command).split('\n')) {
    if (line.startsWith('  $ ')) examples.push([line]);
    else if (examples.at(-1)?.at(-1)?.endsWith('\\')) examples.at(-1)!.push(line);
  }
  return examples.slice(0, EXAMPLES).flat();
};
