import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { verbs } from '../../src/cli/commands/index.js';
import { surroundings, temporaryFolder } from '../support/command.js';
import { printedBy, r2med } from '../support/in-process.js';

const cwd = temporaryFolder();
mkdirSync(join(cwd, 'results/hyde-gpt4.bm25'), { recursive: true });
const completed = async (...words: readonly string[]): Promise<readonly string[]> =>
  (await printedBy(['completion', 'bash', '--', ...words], { cwd })).split('\n').slice(0, -1);

describe('the last word becomes', () => {
  it('a verb, or a part of one', async () => {
    expect(await completed('')).toEqual(expect.arrayContaining([...Object.keys(verbs), 'help']));
    expect(await completed('comp')).toEqual(['compare', 'completion']);
    expect(await completed('nano', '')).toEqual(['profile', 'build', 'agreement', 'efficiency']);
    expect(await completed('help', 'expl')).toEqual(['explain']);
  });

  it('a flag of the verb or part that was typed', async () => {
    expect(await completed('run', '--suite', 'sample', '--retr')).toEqual(['--retriever', '--retry-failed']);
    expect(await completed('nano', 'build', '--samp')).toEqual(['--sampler']);
    expect(await completed('--v')).toEqual(['--version']);
  });

  it.each([
    [['run', '--suite', 's'], ['sample']],
    [
      ['run', '--suite='],
      ['--suite=sample', '--suite=r2med', '--suite=medical', '--suite=nano'],
    ],
    [['run', '--suite', '=', 'na'], ['nano']],
    [
      ['run', '--suite', '='],
      ['sample', 'r2med', 'medical', 'nano'],
    ],
    [
      ['run', '--task', 'BIO'],
      ['Biology', 'Bioinformatics'],
    ],
    [['run', '--retriever', 'bm25,ls'], ['bm25,lsa']],
    [['run', '--reranker', 'listw'], ['listwise']],
    [['run', '--gar', 'hy'], ['hyde']],
    [
      ['run', '--missing', ''],
      ['zero', 'skip'],
    ],
    [['search', '--system', 'hyde'], ['hyde-gpt4.bm25']],
    [['compare', 'hyde'], ['hyde-gpt4.bm25']],
    [['compare', 'bm25', '--slice', 'fam'], ['family']],
    [['leaderboard', '--measure', 'ndcg'], ['nDCG@10']],
    [['export', 'la'], ['latex']],
    [['models', 'bge-small'], ['bge-small-en-v1.5']],
    [
      ['tasks', '--color', ''],
      ['auto', 'always', 'never'],
    ],
  ])('%j: a name of a registry, a choice or a record', async (words, names) => {
    const found = await completed(...words);
    expect(found).toEqual(expect.arrayContaining([...names]));
    const typed = words.at(-1)!.split(/[,=]/).at(-1)!.toLowerCase();
    for (const name of found) expect(name.toLowerCase()).toContain(typed);
  });

  it.each([[['run', '--data', '']], [['analyze', 'fev']], [['nosuch', '']], [['run', '--nosuch', '']]])(
    '%j: nothing of ours, so that the shell completes files',
    async (words) => {
      expect(await completed(...words)).toEqual([]);
    },
  );
});

it('names the shells that there are', async () => {
  const { code, stderr } = await r2med(['completion', 'bsh']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Fix: did you mean "bash"?')]);
});

describe('in a shell', () => {
  const bin = join(cwd, 'bin');
  beforeAll(() => {
    mkdirSync(bin);
    const program = fileURLToPath(new URL('../../bin/r2med.js', import.meta.url));
    writeFileSync(join(bin, 'r2med'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, {
      mode: 0o755,
    });
  });
  const inShell = (shell: string, flags: readonly string[], line: string): string => {
    const { env } = surroundings({ cwd });
    const { stdout, stderr } = spawnSync(shell, [...flags, '-c', line], {
      cwd,
      env: { ...env, PATH: `${bin}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return stdout.trim();
  };
  /** Not every machine has zsh and fish; bash is everywhere. */
  const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

  it('bash', () => {
    const line =
      'source <(r2med completion bash); COMP_WORDS=(r2med run --sui); COMP_CWORD=2; _r2med; echo "$COMPREPLY"';
    expect(inShell('bash', ['--norc'], line)).toBe('--suite');
  });

  it.skipIf(!has('zsh'))('zsh', () => {
    const line =
      'compdef() {}; _describe() { print -l -- $found }; source <(r2med completion zsh); words=(r2med run --sui); CURRENT=3; _r2med';
    expect(inShell('zsh', ['-f'], line)).toBe('--suite:r2med, nano, medical or sample');
  });

  it.skipIf(!has('fish'))('fish', () => {
    const line = 'source (r2med completion fish | psub); complete -C "r2med run --missing "';
    expect(inShell('fish', ['--no-config'], line).split('\n')).toEqual(['skip', 'zero']);
  });
});
