import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { r2med, startR2med, temporaryFolder } from '../support/command.js';

const BIN = fileURLToPath(new URL('../../bin/r2med.js', import.meta.url));
const HYDE = 'hyde-sample-writer.bm25';
let cwd = '';

beforeAll(async () => {
  cwd = temporaryFolder();
  const systems = ['bm25', 'hyde(sample-writer) > bm25'].flatMap((system) => ['--system', system]);
  const { code } = await r2med(['run', '--suite', 'sample', '--task', 'Biology', '--quiet', ...systems], {
    cwd,
  });
  expect(code).toBe(0);
}, 60_000);

/** A line of bash whose exit code is that of the first command that failed. */
const shell = (line: string) => {
  const { status, stderr } = spawnSync(
    'bash',
    ['-o', 'pipefail', '-c', line.replaceAll('r2med', `'${process.execPath}' '${BIN}'`)],
    { cwd, encoding: 'utf8' },
  );
  return { status, stderr };
};
const GATE = `r2med compare ${HYDE} bm25 --fail-if-worse nDCG@10`;

describe('a reader that goes away', { timeout: 60_000 }, () => {
  it.each([
    ['| true', 1],
    ['| head -1 > /dev/null', 1],
    ['2> >(true) | true', 1],
    ['--json | true', 1],
    ['--tolerance 1 | true', 0],
  ])('leaves a gate its exit code: %s', (rest, code) => {
    const { status, stderr } = shell(`${GATE} ${rest}`);
    expect([status, stderr.includes('EPIPE')]).toEqual([code, false]);
  });

  it('does not end a run: its record is written', async () => {
    for (const unread of [['stderr'], ['stdout'], ['stdout', 'stderr']] as const) {
      const out = temporaryFolder();
      const args = ['run', '--suite', 'sample', '--task', 'Biology', '--retriever', 'bm25,lsa', '--out', out];
      expect((await startR2med(args, { unread }).done).code).toBe(0);
      for (const system of ['bm25', 'lsa'])
        expect(existsSync(join(out, system, 'Biology', 'record.json'))).toBe(true);
    }
  });

  it('does not turn a failure into a success', async () => {
    for (const unread of [['stderr'], ['stdout', 'stderr']] as const) {
      const { code } = await startR2med(['run', '--suite', 'sample', '--retriever', 'bm26'], { unread }).done;
      expect(code).toBe(2);
    }
  });

  it('ends what only prints', () => {
    writeFileSync(join(cwd, 'texts'), 'a text\n'.repeat(200_000));
    expect(shell('r2med analyze < texts | head -1')).toEqual({ status: 0, stderr: '' });
  });

  it.runIf(existsSync('/dev/full'))('is told from a disk that is full', () => {
    const { status, stderr } = shell('r2med leaderboard --suite sample > /dev/full');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('cannot write standard output: no space left on the disk\n  Fix: '),
    ]);
    expect(shell('r2med leaderboard --suite sample 2> /dev/full').status).toBe(0);
  });
});
