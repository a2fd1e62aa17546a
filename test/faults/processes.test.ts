import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench, removePoint } from './bench.js';
import { jobs } from './jobs.js';
import { type Undisturbed, undisturbed, wrongIn } from './points.js';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const jobOf = (name: string) => jobs.find((each) => each.name === name)!;

/** Opening, renaming, linking and removing take up to so many microseconds, as on a disk behind a network. */
const SLOW = { FAULT_DELAY: '20000' };

/** What an undisturbed call leaves, and the folder of a new one. */
const begun = async (name: string): Promise<{ usual: Undisturbed; at: string }> => {
  const usual = await undisturbed(bench, jobOf(name));
  return { usual, at: await bench.begin(jobOf(name)) };
};

/** Both do the same at the same time, in the same folders; what they say on stderr, where they fail. */
const both = async (
  name: string,
  at: string,
  within: readonly string[] = [],
): Promise<readonly unknown[]> => {
  const calls = [1, 2].map(() => bench.started(jobOf(name), at, SLOW, within));
  return (await Promise.all(calls)).map(({ code, stderr }) => (code === 0 ? 0 : stderr));
};

describe('two processes that do the same at once, on a slow disk', () => {
  it.each(['run', 'run --overwrite', 'generate', 'embed', 'build classify', 'fetch --data', 'fetch --model'])(
    '%s: both end well, the bytes are right, nothing is left',
    async (name) => {
      const { usual, at } = await begun(name);
      expect(await both(name, at)).toEqual([0, 0]);
      expect(wrongIn(usual, at, jobOf(name))).toEqual([]);
      if (name === 'generate') expect(bench.paid().length).toBe(usual.paid.length);
      removePoint(at);
    },
  );
});

const NAMESPACE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const refused = spawnSync(NAMESPACE[0]!, [...NAMESPACE.slice(1), 'true']).status !== 0;

it.skipIf(refused)(
  'generate in two PID namespaces at once, on a slow disk: no answer is paid for twice (left out where no namespace can be made)',
  async () => {
    const { usual, at } = await begun('generate');
    expect(await both('generate', at, NAMESPACE)).toEqual([0, 0]);
    expect(wrongIn(usual, at, jobOf('generate'))).toEqual([]);
    expect(bench.paid().length).toBe(usual.paid.length);
    removePoint(at);
  },
);

describe('a clock that is wrong after a kill', () => {
  const DAYS = 86_400;
  it.each([
    ['run', -30 * DAYS],
    ['run', 30 * DAYS],
    ['generate', -30 * DAYS],
    ['generate', 30 * DAYS],
    ['import', -30 * DAYS],
  ])(
    '%s, %i seconds off: the next call takes over what was left, and the bytes are right',
    async (name, off) => {
      const job = jobOf(name);
      const { usual, at } = await begun(name);
      bench.control.arm({ end: 'kill', at: Math.floor(usual.writes / 2) });
      expect((await bench.started(job, at)).signal).toBe('SIGKILL');
      bench.control.disarm();
      const { code, stderr } = await bench.started(job, at, { FAULT_CLOCK: String(off) });
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(wrongIn(usual, at, job)).toEqual([]);
      removePoint(at);
    },
  );
});
