import { Worker } from 'node:worker_threads';
import { beforeEach, expect } from 'vitest';

/** Longer than any call of a test that blocks its thread. To look for such a call, set BLOCKED_MS to less. */
const LONGEST_MS = 240_000;

interface Watched {
  readonly beats: Int32Array;
  /** The test that runs, for the thread that watches. */
  readonly test: Uint8Array;
}

/** One thread watches over a process, whatever files it runs. */
const watched = (): Watched => {
  const shared = {
    beats: new Int32Array(new SharedArrayBuffer(4)),
    test: new Uint8Array(new SharedArrayBuffer(500)),
  };
  const worker = new Worker(new URL('./blocked-thread.js', import.meta.url), {
    workerData: { ...shared, longestMs: Number(process.env.BLOCKED_MS ?? LONGEST_MS) },
  });
  worker.unref();
  setInterval(() => Atomics.add(shared.beats, 0, 1), 1000).unref();
  return shared;
};

const place = globalThis as { r2medWatched?: Watched };
place.r2medWatched ??= watched();
const { test } = place.r2medWatched;

const begins = (): void => {
  const { testPath, currentTestName = '' } = expect.getState();
  test.fill(0);
  new TextEncoder().encodeInto(`${testPath} ${currentTestName}`, test);
};
begins();
beforeEach(begins);
