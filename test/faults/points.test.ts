import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type VerbName, verbs } from '../../src/cli/commands/index.js';
import { type Bench, openBench, removePoint } from './bench.js';
import { pointsOf } from './choice.js';
import { elsewhere, jobs, partsOfOthers, readers } from './jobs.js';
import { point, undisturbed } from './points.js';

it('every verb, with each of its parts, is disturbed, or writes nothing, or is disturbed elsewhere', async () => {
  const all: string[] = [];
  for (const [verb, [, load]] of Object.entries(verbs)) {
    const parts = (await load()).command().commands.map((each) => `${verb} ${each.name()}`);
    all.push(...(parts.length > 0 ? parts : [verb]));
  }
  const named = (args: readonly string[]): readonly string[] => [args[0]!, `${args[0]} ${args[1]}`];
  const counted = readers.flatMap(({ args }) => named(args));
  const known = new Set([...jobs, ...readers].flatMap(({ args }) => named(args)));
  const others = [...Object.keys(partsOfOthers), ...Object.keys(elsewhere)];
  expect(all.filter((name) => !known.has(name) && !others.includes(name))).toEqual([]);
  expect(others.filter((name) => !all.includes(name) || counted.includes(name))).toEqual([]);
  for (const where of Object.values(elsewhere))
    for (const [file] of where.matchAll(/test\/[\w/-]+\.test\.ts/g)) expect(existsSync(file)).toBe(true);
});

it('every job has its row in the page on reliability', () => {
  const page = readFileSync('docs/background/reliability.md', 'utf8');
  expect(jobs.map(({ name }) => name).filter((name) => !page.includes(`\n| \`${name}\` | `))).toEqual([]);
  expect(page).toContain(` of ${jobs.length} jobs`);
});

/** Points of a job in the short form; `node --import tsx test/faults/all.ts` tries all. */
const SHORT = 5;

describe('a disk that fails once, a kill, a loss of power: an error or the right bytes, and the next call has the right bytes', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.close());

  it.each(readers)('$name writes nothing', async (reader) => {
    const job = { verb: reader.args[0] as VerbName, ...reader };
    const at = await bench.begin(job);
    bench.control.count('writes');
    const { code, stderr } = await bench.forked(job, at);
    const { count } = bench.control.seen();
    bench.control.disarm();
    removePoint(at);
    expect({ code, stderr, count }).toEqual({ code: job.code ?? 0, stderr: expect.anything(), count: 0 });
  });

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
