import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { verbs } from '../../src/cli/commands/index.js';
import { flagTable } from '../../src/cli/flags/pick.js';
import { dataPath } from '../../src/platform/node/index.js';

const HELP = dataPath('help');

const parts = (command: Command, name: string): readonly (readonly [string, Command])[] => [
  [name, command],
  ...command.commands.flatMap((part) => parts(part, `${name} ${part.name()}`)),
];

/** Every verb and every part of one, as the command line makes it. */
const commands = (
  await Promise.all(
    Object.entries(verbs).map(async ([name, [, load]]) => parts((await load()).command().name(name), name)),
  )
).flat();

const shown = (command: Command): readonly Option[] => command.options.filter(({ hidden }) => !hidden);

/**
 * Flags whose help is worded for the verb, and the one thing they mean. All others say the same everywhere.
 */
const WORDED: Readonly<Record<string, string>> = {
  '--suite': 'the suite of tasks',
  '--task': 'tasks of the suite',
  '--split': 'the split of the data',
  '--from': 'what the output is made of',
  '--system': 'a system: its expression, or the name of its records or published scores',
  '--gar': 'the generation method of the texts',
  '--llm': 'the LLM of the texts',
  '--generations': 'the generated texts to use',
  '--dense': 'the retriever of the dense list',
  '--model': 'a model by its name',
  '--measure': 'the one measure to show',
  '--results': 'folders of records',
  '--title': 'the heading',
  '--out': 'the folder to write to',
  '--data': 'the data of tasks',
  '--fuse': 'a fusion, and the systems or runs that it fuses',
  '--judgements': 'the file of judgements',
  '--retriever': 'a retriever or model',
  '--shard': 'which part of how many',
  '--dry-run': 'print what would be done, and do none of it',
  '--offline': 'use local files only',
  '--cost': 'show what systems cost',
  '--findings': 'the file of what an audit found',
  '--fail-on': 'findings of an audit that do not pass',
  '--accept': 'findings of an audit that pass',
  '--only': 'parts of an audit, or checks whose findings are taken',
  '--port': 'the port of 127.0.0.1',
  '--name': 'the name of what is made',
  '--work': 'the work folder of a construction',
  '--limit': 'number of rows, hits, queries or files to show',
  '--all': 'show everything',
  '--top-k': 'number of hits',
  '--check': 'compare with what others ask for, exit code 1 if it does not hold',
};

describe('flags', () => {
  it('mean the same in all verbs that have them', () => {
    const uses = new Map<string, Map<string, string[]>>();
    for (const [verb, command] of commands)
      for (const { long, flags, description } of shown(command)) {
        const said = WORDED[long!] ? '' : `${flags}: ${description}`;
        const meanings = uses.get(long!) ?? new Map<string, string[]>();
        uses.set(long!, meanings.set(said, [...(meanings.get(said) ?? []), verb]));
      }
    expect([...uses].filter(([, meanings]) => meanings.size > 1)).toEqual([]);
    for (const flag of Object.keys(WORDED)) expect(uses.has(flag) && flag).toBe(flag);
  });

  it('are in the table, but for settings of steps and generation methods', () => {
    const known = Object.keys(flagTable());
    const names = commands.flatMap(([, command]) =>
      shown(command).flatMap((option) => (option.helpGroupHeading ? [] : [option.attributeName()])),
    );
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !names.includes(name))).toEqual(['help']);
  });
});

describe('--help', () => {
  it.each(commands)('of %s is readable at 80 columns, in groups if it is long', (_, command) => {
    let text = '';
    command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 });
    command.outputHelp();
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
    if (shown(command).length < 12) return;
    expect(text).not.toContain('\nOptions:');
    expect(text.match(/^\w.*:$/gm)!.length).toBeGreaterThanOrEqual(3);
    expect(text).toMatch(/\n(Tasks|Systems|Review|Embedders and rerankers):\n/);
  });

  it('ends with the text of data/help that has its name, and no text is left over', () => {
    const names = commands.map(([name]) => `${name.replace(' ', '-')}.txt`);
    for (const file of readdirSync(HELP)) expect(names).toContain(file);
    for (const [name, command] of commands) {
      const file = join(HELP, `${name.replace(' ', '-')}.txt`);
      let text = '';
      command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
      if (existsSync(file)) expect(text.endsWith(`\n\n${readFileSync(file, 'utf8')}`)).toBe(true);
    }
  });

  it('shows no alias', () => {
    for (const [, command] of commands)
      expect(command.helpInformation()).not.toMatch(/--(metrics|qrels|rerank-depth)\b/);
  });
});
