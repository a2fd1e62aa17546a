import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verbs } from '../../src/cli/commands/index.js';
import { type Bench, openBench } from './bench.js';
import { pointsOf } from './choice.js';
import { jobs, partsOfOthers, writesNothing } from './jobs.js';
import { point, undisturbed } from './points.js';

it('every verb, with each of its parts, is disturbed, or is known to write nothing', async () => {
  const all: string[] = [];
  for (const [verb, [, load]] of Object.entries(verbs)) {
    const parts = (await load()).command().commands.map((each) => `${verb} ${each.name()}`);
    all.push(...(parts.length > 0 ? parts : [verb]));
  }
  const disturbed = new Set(jobs.flatMap(({ args: [verb, part] }) => [verb, `${verb} ${part}`]));
  const isKnown = (name: string): boolean => name in writesNothing || name.split(' ', 1)[0]! in writesNothing;
  expect(all.filter((name) => disturbed.has(name) === isKnown(name) && !(name in partsOfOthers))).toEqual([]);
  const known = [...Object.keys(writesNothing), ...Object.keys(partsOfOthers)];
  expect(known.filter((name) => !all.includes(name) && !(name in verbs))).toEqual([]);
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
