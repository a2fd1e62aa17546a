import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type VerbName, verbs } from '../../src/cli/commands/index.js';
import { type Bench, openBench } from './bench.js';
import { pointsOf } from './choice.js';
import { jobs, writesNothing } from './jobs.js';
import { point, undisturbed } from './points.js';

it('every verb is disturbed, or is known to write nothing', () => {
  const disturbed = new Set<string>(jobs.map(({ verb }) => verb));
  const known = new Set<string>(Object.keys(writesNothing));
  expect(Object.keys(verbs).filter((verb) => disturbed.has(verb) === known.has(verb))).toEqual([]);
  expect([...disturbed, ...known].filter((verb) => !(verb in verbs) satisfies VerbName | boolean)).toEqual(
    [],
  );
});

/** Points of a job in the short form; `node --import tsx test/faults/all.ts` tries all. */
const SHORT = 5;

describe('a disk that fails once, a kill, a loss of power: an error or the right bytes, and the next call has the right bytes', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.close());

  it.each(jobs)('$name', async (job) => {
    const usual = await undisturbed(bench, job);
    const lost: string[] = [];
    for (const fault of pointsOf(usual, SHORT)) {
      const { struck, problems } = await point(bench, job, usual, fault);
      lost.push(...problems.map((each) => `${JSON.stringify(fault)} (${struck}): ${each}`));
    }
    expect(lost).toEqual([]);
  });
});
