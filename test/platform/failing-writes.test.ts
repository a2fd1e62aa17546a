import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const SAMPLE = fileURLToPath(new URL('../../data/sample/Biology', import.meta.url));
const LONG = 'x'.repeat(300);

/** A folder with a file in it, and places that nothing can be written to. */
const place = (): string => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'file'), 'mine\n');
  mkdirSync(join(cwd, 'folder'));
  return cwd;
};

const VERBS: Readonly<Record<string, readonly string[]>> = {
  run: ['run', '--suite', 'sample', '--task', 'Biology', '--retriever', 'bm25', '--out'],
  'run --save-vectors': [
    ...['run', '--suite', 'sample', '--task', 'Biology', '--retriever', 'bm25', '--save-vectors'],
  ],
  generate: [
    ...['generate', '--suite', 'sample', '--task', 'Biology', '--gar', 'hyde'],
    ...['--llm', 'served:http://127.0.0.1:9/v1#m', '--out'],
  ],
  judge: [
    ...['judge', '--suite', 'sample', '--task', 'Biology', '--gar', 'hyde', '--llm', 'sample-writer'],
    ...['--judge', 'served:http://127.0.0.1:9/v1#m', '--out'],
  ],
  'nano build': ['nano', 'build', '--from', SAMPLE, '--out'],
  'nano efficiency': ['nano', 'efficiency', '--suite', 'sample', '--retriever', 'module:x.mjs', '--out'],
  reproduce: ['reproduce', '--system', 'bm25', '--task', 'Biology', '--offline', '--out'],
};
const PLACES = [
  '',
  'file',
  'file/below',
  LONG,
  ...(existsSync('/dev/null') ? ['/dev/null', '/dev/null/x'] : []),
];

describe('a place that cannot be written to', () => {
  const cases = Object.keys(VERBS).flatMap((verb) => PLACES.map((out) => [verb, out] as const));
  it.each(cases)('%s says so for %j before any work, with a fix', async (verb, out) => {
    const cwd = place();
    const { code, stdout, stderr } = await r2med([...VERBS[verb]!, out], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/\n {2}Fix: /);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(cwd).toSorted()).toEqual(
      ['file', 'folder', 'r2med'].filter((name) => existsSync(join(cwd, name))),
    );
  });

  it.each(['', 'folder', 'file/page.html', LONG, '/dev/null'])('nano profile --html %j', async (html) => {
    const cwd = place();
    const { code, stderr } = await r2med(['nano', 'profile', '--data', SAMPLE, '--html', html], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/\n {2}Fix: /) });
    expect(stderr).not.toMatch(/^\s+at /m);
    if (existsSync('/dev/null')) expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it.skipIf(!existsSync('/proc/self'))('ends below /proc, where folders cannot be made', async () => {
    const { code, stderr } = await r2med([...VERBS.run!, '/proc/none']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Fix: ') });
  });

  it.skipIf(!existsSync('/dev/full'))('a full disk behind stdout ends with 1 and a sentence', () => {
    const bin = fileURLToPath(new URL('../../bin/r2med.js', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [bin, 'tasks', '--json'], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^r2med: cannot write standard output: no space left.*\n {2}Fix: /),
    });
  });

  it('a cache that cannot be written is a note, and the work is done', async () => {
    const cwd = place();
    const { code, stderr } = await r2med([...VERBS.run!, 'results'], {
      cwd,
      env: { R2MED_HOME: join(cwd, 'file') },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('working without it') });
  });
});
