import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { verbs } from '../../src/cli/commands/index.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const text = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const below = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);

interface Block {
  readonly at: string;
  readonly file: string | undefined;
  readonly language: string;
  readonly code: string;
}

const blocksOf = (page: string): readonly Block[] =>
  [...text(page).matchAll(/^(?:<!-- file (\S+) -->\n\n)?```(.*)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: file, 2: language, 3: code, index, input }) => ({
      at: `${page}:${input.slice(0, index).split('\n').length}`,
      file,
      language: language!,
      code: code!,
    }),
  );

const pages = ['README.md', 'CONTRIBUTING.md', ...below('docs').filter((name) => name.endsWith('.md'))];
const blocks = pages.flatMap(blocksOf);
const of = (...languages: readonly string[]) => blocks.filter(({ language }) => languages.includes(language));
const places = (some: readonly Block[]) => some.map(({ at }) => at);

/** Files whose text a page may show. */
const shown = new Set(
  [...below('examples'), ...below('experiments')].filter((name) => /\.\w+$/.test(name)).map(text),
);

describe('a block of the documentation', () => {
  it('says by its language what is done with it (CONTRIBUTING.md, "Pages")', () => {
    // console: run, output compared (npm run write -- pages, readme). sh: verbs and flags looked up. text: output or a layout, not run.
    // ts: compiled (doc-examples.test.ts). js, python: run or a file of examples/. json, jsonl, yaml: parsed. bibtex: not run.
    const known = ['console', 'sh', 'text', 'ts', 'js', 'python', 'json', 'jsonl', 'yaml', 'bibtex'];
    expect(places(blocks.filter(({ language }) => !known.includes(language)))).toEqual([]);
    expect(blocks.length).toBeGreaterThan(150);
  });

  it('that readers save says under which name, in the text before it', () => {
    const unnamed = pages.flatMap((page) =>
      [...text(page).matchAll(/^(.*)\n\n<!-- file (\S+) -->$/gm)].filter(
        ([, before, name]) => !before!.includes(`\`${name}\``),
      ),
    );
    expect(unnamed.map(([whole]) => whole)).toEqual([]);
  });

  it('of text holds no command that nobody looks up', () => {
    expect(places(of('text').filter(({ code }) => /^(\$ )?(r2med|npm|npx) /m.test(code)))).toEqual([]);
  });

  it('of TypeScript can be compiled alone', () => {
    expect(places(of('ts').filter(({ code }) => !code.startsWith('import ')))).toEqual([]);
  });

  it('of JavaScript or Python is run, or is a file of examples/', () => {
    const run = (block: Block) => block.file !== undefined && pageIsRun(block.at);
    const unknown = of('js', 'python').filter((block) => !run(block) && !shown.has(block.code));
    // Lines for a program of the reader, in a language that the package does not need.
    expect(places(unknown).map((at) => at.split(':')[0])).toEqual([
      'docs/guides/dense.md',
      'docs/guides/dense.md',
    ]);
  });

  it('of data can be parsed', () => {
    // Of JSON, one field may stand alone. YAML is read as it is.
    for (const { at, language, code } of of('json', 'jsonl', 'yaml'))
      for (const part of language === 'jsonl' ? code.trim().split('\n') : [code])
        expect(
          () => parse(language === 'yaml' ? part : /^\s*"/.test(part) ? `{${part}}` : part),
          at,
        ).not.toThrow();
  });
});

const pageIsRun = (at: string): boolean => /^```console$/m.test(text(at.split(':')[0]!));

/** Commands of `r2med` in a block, lines that end with a backslash joined. */
const commandsIn = ({
  at,
  code,
}: Block): readonly { readonly at: string; readonly words: readonly string[] }[] =>
  code
    .replace(/\\\n\s*/g, '')
    .split('\n')
    // What a page shows to fail is run with its error.
    .filter((line) => !line.includes('|| echo "exit code'))
    .flatMap((line) => [
      ...line.matchAll(/(?:^|&& |\$ |\| |'|= ?|\()r2med ([a-z][^#]*?)(?=\s#|$|&&|\||;|'$)/g),
    ])
    .map(([, words = '']) => ({ at, words: words.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? [] }));

it('verbs and flags of every command in the documentation are those of the program', async () => {
  const commands = of('console', 'sh').flatMap(commandsIn);
  expect(commands.length).toBeGreaterThan(150);
  const wrong: string[] = [];
  for (const { at, words } of commands) {
    const [name = '', ...rest] = words;
    if (!Object.hasOwn(verbs, name)) {
      wrong.push(`${at}: no verb ${name}`);
      continue;
    }
    let command: Command = (await verbs[name as keyof typeof verbs][1]()).command();
    for (const word of rest) {
      const part = command.commands.find((each) => each.name() === word);
      if (part) command = part;
      const [flag] = /^--[\w-]+/.exec(word) ?? [];
      const known = command.options.some(({ long }) => long === flag);
      if (flag && !known && flag !== '--help') wrong.push(`${at}: ${name} has no ${flag}`);
    }
  }
  expect(wrong).toEqual([]);
});
