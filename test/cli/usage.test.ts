import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verbs } from '../../src/cli/commands/index.js';
import { inHelpOrder, verbGroup } from '../../src/cli/verb-groups.js';
import { surroundings, temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const SAMPLE = ['--suite', 'sample', '--task', 'Biology'];
const names = Object.keys(verbs);

describe('bad usage', () => {
  it.each([
    ['run --sute sample', 'unknown flag --sute', 'did you mean --suite?'],
    ['run --zzz', 'unknown flag --zzz', 'r2med run --help lists the flags'],
    ['build pool --zzz', 'unknown flag --zzz', 'r2med build pool --help lists the flags'],
    ['rnu', 'unknown verb "rnu"', 'did you mean run?'],
    ['help rnu', 'unknown verb "rnu"', 'did you mean run?'],
    ['zzzzzz', 'unknown verb "zzzzzz"', 'r2med --help lists the verbs'],
    ['compare', 'no <systems>; expected <systems> after the verb', 'r2med compare --help shows examples'],
    ['eval --run x', 'no --judgements', 'add --judgements <file>'],
    ['run --suite', '--suite without a value', 'write --suite <name>'],
    ['run --depth x', '--depth x; expected a whole number from 1', 'write --depth <n>, with'],
    ['run --missing skp', '--missing "skp"; expected one of zero, skip', 'did you mean "skip"?'],
    ['export pgn --out x', '"pgn"; expected one of mteb,', 'did you mean "png"?'],
    ['tasks a b', 'too many arguments', 'put a text that holds spaces in quotes; r2med tasks --help'],
    ['tasks --color maybe', '--color "maybe"; expected one of auto, always, never', 'write --color auto'],
    ['nano bild', 'unknown verb "bild"', 'did you mean build?'],
  ])('%s: says what, and how to fix it, in one voice', async (line, found, fix) => {
    const { code, stdout, stderr } = await r2med(line.split(' '));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.startsWith(`r2med: ${found}`)).toBe(true);
    expect(stderr).toContain(`\n  Fix: ${fix}`);
    expect(stderr).not.toContain('error:');
  });

  it('no word at all shows what can be called', async () => {
    const { code, stdout } = await r2med([]);
    expect([code, stdout]).toEqual([2, expect.stringContaining('Usage: r2med <verb> [flags]')]);
  });
});

describe('help', () => {
  it('lists every verb once, in groups', async () => {
    const { code, stdout } = await r2med(['--help']);
    expect(code).toBe(0);
    for (const verb of names) expect(stdout.match(new RegExp(`^ {2}${verb} +\\S`, 'gm'))).toHaveLength(1);
    for (const group of new Set(names.map(verbGroup))) expect(stdout).toContain(`\n${group}\n`);
    expect(inHelpOrder(names).toSorted()).toEqual(names.toSorted());
  });

  it.each([['compare'], ['nano build']])('help %s is %s --help', async (verb) => {
    const words = verb.split(' ');
    expect(await r2med(['help', ...words])).toEqual(await r2med([...words, '--help']));
  });

  it('alone is that of the program', async () => {
    expect(await r2med(['help'])).toEqual(await r2med(['--help']));
  });

  it.each([['', ...names].map((verb) => [verb] as const)].flat())(
    '%s -h fits on a screen of 80 columns',
    async (verb) => {
      const words = [...(verb ? [verb] : []), '-h'];
      const { code, stdout } = await r2med(words, { env: { COLUMNS: '80' } });
      const lines = stdout.trimEnd().split('\n');
      expect([code, lines[0]!.startsWith('Usage: r2med')]).toEqual([0, true]);
      expect(lines.length).toBeLessThanOrEqual(32);
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
      expect(lines.at(-1)).toMatch(/--help/);
    },
  );

  it('-h behind -- is a text', async () => {
    const { stdout } = await r2med(['analyze', '--', '-h']);
    expect(stdout).toBe('["h"]\n');
  });
});

describe('names', () => {
  it('of systems, suites and methods are found whatever their case', async () => {
    const { code, stdout } = await r2med([
      ...['run', '--suite', 'SAMPLE', '--task', 'biology', '--gar', 'HyDE', '--llm', 'sample-writer'],
      ...['--retriever', 'BM25', '--json', '--quiet'],
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).records[0].name).toBe('hyde(sample-writer) > bm25');
  });
});

describe('colours', () => {
  const coloured = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    (await r2med(['tasks', ...args], { env })).stdout.includes('\u001b[');

  it('are on where FORCE_COLOR or --color says so, which comes first', async () => {
    expect(await coloured([])).toBe(false);
    expect(await coloured([], { FORCE_COLOR: '1' })).toBe(true);
    expect(await coloured([], { FORCE_COLOR: '0' })).toBe(false);
    expect(await coloured(['--color', 'always'], { NO_COLOR: '1' })).toBe(true);
    expect(await coloured(['--color=never'], { FORCE_COLOR: '1' })).toBe(false);
    expect(await coloured(['--color', 'auto'], { FORCE_COLOR: '1' })).toBe(true);
  });

  it('never get into JSON', async () => {
    expect(await coloured(['--json', '--color', 'always'])).toBe(false);
  });

  it('mark errors and their fix', async () => {
    const { stderr } = await r2med(['rnu', '--color', 'always']);
    expect(stderr).toMatch(/^\u001b\[31mr2med:\u001b\[39m unknown/);
    expect(stderr).toContain('\u001b[1m  Fix:\u001b[22m ');
  });
});

describe('a system without quotes', () => {
  const run = (file: string, system: string) => {
    const cwd = temporaryFolder();
    const output = openSync(join(cwd, file), 'w');
    const bin = fileURLToPath(new URL('../../bin/r2med.js', import.meta.url));
    const { status, stderr } = spawnSync(
      process.execPath,
      [bin, 'run', ...SAMPLE, '--system', system, '--quiet'],
      { ...surroundings({ cwd }), stdio: ['ignore', output, 'pipe'], encoding: 'utf8' },
    );
    closeSync(output);
    return { status, stderr };
  };

  it('whose rest became a file is found out', () => {
    const { status, stderr } = run('bge-reranker', 'bm25');
    expect(status).toBe(2);
    expect(stderr).toContain('results that go to a file "bge-reranker", which is the name of a stage');
    expect(stderr).toContain(`Fix: --system 'bm25 > bge-reranker'`);
    expect(run('lsa', 'bm25').status).toBe(2);
  });

  it('is nothing that another file name is taken for', () => {
    expect(run('scores.txt', 'bm25')).toEqual({ status: 0, stderr: '' });
  });
});
