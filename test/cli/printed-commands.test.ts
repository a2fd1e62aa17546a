import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { verbs } from '../../src/cli/commands/index.js';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SOURCES, name), 'utf8') }));

/** The text between a bracket and the one that closes it. */
const bracketed = (text: string, from: number): string => {
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < text.length; at++)
    depth += '([{'.includes(text[at]!) ? 1 : ')]}'.includes(text[at]!) ? -1 : 0;
  return text.slice(from, at - 1);
};

/** Every command that the sources make: its words as far as they are written there. One that goes on from the words of a user has no verb there. */
const made = sources
  .flatMap(({ name, text }) =>
    [...text.matchAll(/\bcommand(?:Line|Of|On)\(|<Command\s+words=\{/g)].map((match) => ({
      name,
      words: [...bracketed(text, match.index + match[0].length).matchAll(/'([^']+)'/g)].map(
        ([, word]) => word!,
      ),
    })),
  )
  .filter(({ words }) => words.length > 0 && !words[0]!.startsWith('--'));

const partOf = async (words: readonly string[]): Promise<Command | undefined> => {
  const [verb = '', ...rest] = words;
  const load = Object.entries(verbs).find(([name]) => name === verb)?.[1][1];
  if (!load) return undefined;
  let command = (await load()).command();
  for (const word of rest) {
    const part = command.commands.find((each) => each.name() === word);
    if (!part) break;
    command = part;
  }
  // The step of a build is a value; all steps have these flags.
  return command.commands[0] ?? command;
};

describe('a command that is printed', () => {
  it('is made in one place: no source writes one with a value by hand', () => {
    const byHand = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/[`>]([^`\n]*\br2med (?:[a-z]+ )+[^`\n]*\$\{[^`\n]*)/g)]
        .map(([, found]) => `${name}: ${found}`)
        // What is in brackets of the maker is a value of it; examples of help have no values of a user.
        .filter((found) => !/^\S+: .*\$\{[^}]*$/.test(found) && !found.includes('$ r2med'))
        .filter((found) => /\br2med [a-z]+(?: [a-z]+)? (?:--[a-z-]+ )*(?:")?\$\{/.test(found)),
    );
    expect(byHand).toEqual([]);
  });

  it.each(made.map(({ name, words }) => [words.join(' '), name, words] as const))(
    '%s (%s) is one of the command line',
    async (_, _name, words) => {
      const command = await partOf(words);
      expect(command).toBeDefined();
      const known = command!.options.flatMap(({ long }) => (long ? [long] : []));
      expect(known).toEqual(
        expect.arrayContaining(words.filter((word) => word.startsWith('--') && word !== '--help')),
      );
    },
  );
});
