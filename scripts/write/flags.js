// docs/reference/flags.md: every flag of the command line with the verbs that take it, from the table of flags, between `<!-- flags -->` and
// `<!-- end of flags -->`.
import { tsImport } from 'tsx/esm/api';

const from = (path) => tsImport(`../../src/cli/${path}`, import.meta.url);
const { flagGroups } = await from('flags/table.ts');
const { flagName } = await from('flags/with-flags.ts');
const { verbs } = await from('commands/index.ts');

const FILE = 'docs/reference/flags.md';
/** More verbs than these are counted. */
const MOST_NAMED = 6;

/** Name of a verb, or of its part → the long names of its flags. */
const flagsOf = (command, name) => [
  [name, new Set(command.options.map(({ long }) => long))],
  ...command.commands.flatMap((part) => flagsOf(part, `${name} ${part.name()}`)),
];

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const usualOf = ({ usual, choices }) => {
  const text = usual === undefined ? '' : ` Default: \`${[usual].flat().join(',')}\`.`;
  return `${choices ? `; one of ${choices.map((choice) => `\`${choice}\``).join(', ')}` : ''}${text && `.${text}`}`;
};

const row = (name, flag, taking) => {
  const long = flagName(name, flag);
  const by = taking.filter(([, flags]) => flags.has(long)).map(([verb]) => verb);
  const others = (flag.also ?? []).map((other) => `, \`--${other}\``).join('');
  const shown = `\`${long}${flag.value ? ` ${flag.value.replaceAll('|', '\\|')}` : ''}\`${others}`;
  const named =
    by.length === 0
      ? 'all'
      : by.length > MOST_NAMED
        ? `${by.slice(0, MOST_NAMED - 1).join(', ')} and ${by.length - MOST_NAMED + 1} more`
        : by.join(', ');
  return `| ${shown} | ${cell(flag.help)}${usualOf(flag)} | ${named} |`;
};

export const write = async ({ read }) => {
  const taking = [];
  for (const [name, [, load]] of Object.entries(verbs))
    taking.push(...flagsOf((await load()).command(), name));
  const tables = Object.entries(flagGroups()).map(([heading, group]) =>
    [
      `## ${heading.replace(/:$/, '')}`,
      '',
      '| Flag | Meaning | Verbs |',
      '|---|---|---|',
      ...Object.entries(group).map(([name, flag]) => row(name, flag, taking)),
    ].join('\n'),
  );
  return {
    [FILE]: read(FILE).replace(
      /(<!-- flags -->\n)[\s\S]*?(\n<!-- end of flags -->)/,
      (_, begin, end) => `${begin}\n${tables.join('\n\n')}\n${end}`,
    ),
  };
};
