import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { r2med as r2medProcess, temporaryFolder } from '../support/command.js';
import { desk, fourDocuments, VECTOR } from '../support/failing-model.js';
import { r2med } from '../support/in-process.js';
import { writtenFolder } from '../support/written-folder.js';

describe('a module', () => {
  const GOOD = `export const embed = (texts) => texts.map(${VECTOR});`;
  /** Without a limit of the environment, which would count for loading the module too. */
  const run = (source: string, timeout?: string) => {
    const file = join(writtenFolder({ 'model.mjs': source }, 'model'), 'model.mjs');
    const flags = [
      'run',
      '--data',
      fourDocuments(),
      '--retriever',
      `module:${file}`,
      '--out',
      temporaryFolder(),
    ];
    return r2medProcess(flags, { env: { ...(timeout && { R2MED_MODEL_TIMEOUT: timeout }) } });
  };

  it.each([
    ['whose top-level await never ends', `await new Promise(() => {}); ${GOOD}`, 'was not loaded', '0.2'],
    [
      'whose embed never returns',
      'export const timeout = 0.2; export const embed = () => new Promise(() => {});',
      'embed did not return within 200 ms',
      undefined,
    ],
    [
      'that ends the process',
      'export const embed = () => process.exit(0);',
      'ended before the work did',
      undefined,
    ],
    [
      'that throws in a timer',
      `export const embed = () => new Promise(() => setTimeout(() => { throw new Error('late'); }));`,
      'r2med: Error: late, which no function returned\n    at ',
      undefined,
    ],
    [
      'that does not await a promise that fails',
      `export const embed = () => { Promise.reject(new Error('lost')); return new Promise(() => {}); };`,
      'r2med: Error: lost, which no function returned\n    at ',
      undefined,
    ],
  ])('%s is an error with a name and an end', async (_, source, said, timeout) => {
    const { code, stdout, stderr } = await run(source, timeout);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(said);
    expect(stderr).toContain('Fix: ');
  });

  it.each([
    [
      'whose close never returns',
      'export const close = () => new Promise(() => {});',
      'close did not return',
    ],
    [
      'whose close throws',
      `export const close = () => { throw new Error('stuck'); };`,
      'close failed (Error: stuck)',
    ],
    ['that leaves a timer running', 'setInterval(() => {}, 1000);', ''],
    [
      'that leaves a server listening',
      `import { createServer } from 'node:http'; createServer().listen(0, '127.0.0.1');`,
      '',
    ],
  ])('%s has its result all the same', async (_, source, said) => {
    const { code, stdout, stderr } = await run(`${GOOD}\n${source}`);
    expect(code).toBe(0);
    expect(stdout).toContain('100.00');
    expect(stderr).toContain(said);
  });

  it.each([
    ['all zero', 'texts.map(() => [0, 0])'],
    ['all the same', 'texts.map(() => [1, 2])'],
  ])('whose vectors are %s has no score, and hears why', async (said, vectors) => {
    const { code, stdout, stderr } = await run(`export const embed = (texts) => ${vectors};`);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`model: the vectors of the documents are ${said}`);
    expect(stderr).toContain('Fix: check the model');
  });

  it('with a time limit that is no number is refused', async () => {
    const { code, stderr } = await run(GOOD, 'soon');
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'r2med: R2MED_MODEL_TIMEOUT=soon; expected seconds, a number above 0',
    ]);
  });
});

it('a command that ignores SIGTERM and holds its output open is ended', async () => {
  const at = desk(
    `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
     console.log(JSON.stringify({ r2med: 1, timeout: 0.3 }));
     import { createInterface } from 'node:readline';
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, texts } = JSON.parse(line);
       console.log(JSON.stringify({ id, vectors: texts.map(${VECTOR}) }));
     });`,
    'command',
  );
  const { code, stderr } = await r2med([
    ...['run', '--data', at.data, '--retriever', at.retriever, '--out', at.out],
  ]);
  expect(code).toBe(0);
  expect(stderr).toContain('[node] has not ended 300 ms after its input did: SIGTERM');
  expect(stderr).toContain('SIGKILL');
}, 60_000);
