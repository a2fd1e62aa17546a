import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';

const THREAD = new URL('../support/blocked-thread.js', import.meta.url).href;

/** A process that is watched, as those of tests are, and does this. */
const endOf = async (code: string) => {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { spawnSync } from 'node:child_process';
     import { once } from 'node:events';
     import { Worker } from 'node:worker_threads';
     const beats = new Int32Array(new SharedArrayBuffer(4));
     const test = new Uint8Array(new SharedArrayBuffer(20));
     new TextEncoder().encodeInto('the name of a test', test);
     const thread = new Worker(new URL('${THREAD}'), {
       execArgv: [],
       workerData: { beats, test, longestMs: 400 },
     });
     await once(thread, 'online');
     thread.unref();
     ${code}`,
  ]);
  const [said, [, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { said, signal };
};

describe('a process whose thread is blocked ends, and says where', () => {
  it('in a loop', async () => {
    const { said, signal } = await endOf(`const forEver = () => { for (;;); };\nforEver();`);
    expect(said).toMatch(/^\nBlocked for 0\.4 s: the name of a test\n {2}forEver \S+:\d+\n/);
    expect(signal).toBe('SIGKILL');
  });

  it('in promises that follow each other', async () => {
    const { said, signal } = await endOf('const again = () => Promise.resolve().then(again);\nagain();');
    expect(said).toContain('Blocked for 0.4 s: the name of a test\n');
    expect(signal).toBe('SIGKILL');
  });

  it.runIf(process.platform === 'linux')('in a call, with the process that it waits for', async () => {
    const { said, signal } = await endOf(`spawnSync('sleep', ['60']);`);
    expect(said).toContain('  a call that does not return\n  started: sleep 60');
    expect(signal).toBe('SIGKILL');
  });
});

it('a process that goes on is left alone', async () => {
  const { said, signal } = await endOf(
    `const end = Date.now() + 1000;
     const beat = setInterval(() => {
       Atomics.add(beats, 0, 1);
       if (Date.now() > end) clearInterval(beat);
     }, 20);`,
  );
  expect({ said, signal }).toEqual({ said: '', signal: null });
});
