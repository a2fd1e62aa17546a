import { describe, expect, it } from 'vitest';
import { sharedQueue } from './shared-queue.js';

/** Workers on a clock of their own: each takes as many ticks for a job as `ticks` says; one that ends does so at its first job. */
const simulated = (ticks: readonly (number | 'ends')[], most = 2) => {
  const done = ticks.map(() => 0);
  const started = ticks.map(() => [] as number[]);
  const events: { readonly at: number; readonly run: () => void }[] = [];
  let now = 0;
  const busyUntil = ticks.map(() => 0);
  const workers = ticks.map((each, i) => ({
    most,
    do: (job: number) =>
      new Promise<string>((resolve) => {
        started[i]!.push(job);
        busyUntil[i] = Math.max(now, busyUntil[i]!) + (each === 'ends' ? 1 : each);
        const run = (): void => {
          done[i]! += 1;
          resolve(each === 'ends' ? 'end' : `job ${job}`);
        };
        events.push({ at: busyUntil[i]!, run });
      }),
  }));
  /** Lets time pass until nothing is left to happen or `until` holds. */
  const pass = async (until: () => boolean): Promise<number> => {
    while (!until() && events.length > 0) {
      events.sort((a, b) => a.at - b.at);
      const { at, run } = events.shift()!;
      now = at;
      run();
      await new Promise(setImmediate);
    }
    return now;
  };
  const ask = sharedQueue<number, string>(workers, (result) => result === 'end');
  return { ask, done, started, pass };
};

const jobsOf = async (ticks: readonly (number | 'ends')[], jobs: number) => {
  const { ask, done, started, pass } = simulated(ticks);
  const results: string[] = [];
  for (let job = 0; job < jobs; job++) void ask(job).then((result) => results.push(result));
  const ended = await pass(() => results.length === jobs);
  return { results, done, started, ended };
};

describe('one queue for eight workers', () => {
  it('gives all the same share when all are as fast', async () => {
    const { results, done, ended } = await jobsOf(Array<number>(8).fill(10), 80);
    expect(new Set(results).size).toBe(80);
    expect(done).toEqual(Array(8).fill(10));
    expect(ended).toBe(100);
  });

  it('lets the slowest cost one job, not a part of all', async () => {
    // Seven take 10 ticks a job, one takes 100. Fixed parts of 10 jobs each would last 1000 ticks.
    const { results, done, ended } = await jobsOf([10, 10, 10, 10, 10, 10, 10, 100], 80);
    expect(results).toHaveLength(80);
    expect(new Set(results).size).toBe(80);
    // Seven alone would need 120 ticks for 80 jobs.
    expect(ended).toBeLessThanOrEqual(130);
    expect(done[7]).toBeLessThanOrEqual(1);
  });

  it('gives the jobs of one that ends to the others', async () => {
    const { results, done } = await jobsOf([10, 10, 10, 'ends', 10, 10, 10, 10], 40);
    expect(new Set(results).size).toBe(40);
    expect(results).not.toContain('end');
    // The two that it had taken.
    expect(done[3]).toBe(2);
  });

  it('says so when none is left', async () => {
    const { results } = await jobsOf(['ends', 'ends'], 9);
    expect(results).toEqual(Array(9).fill('end'));
  });

  it('does a job twice only when nothing else is left to do', async () => {
    const { started } = await jobsOf([10, 10, 10], 30);
    expect(started.flat().length - new Set(started.flat()).size).toBeLessThanOrEqual(2);
  });
});
