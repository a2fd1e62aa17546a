import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { count } from '../../bench/work/count.js';
import { judge, toKeep } from '../../bench/work/judge.js';
import { temporaryFolder } from '../support/command.js';

/** A job with these figures and functions. */
const job = (work: number, functions: Readonly<Record<string, number>> = {}, more = {}) => ({
  figures: { work, ...more },
  functions: new Map(Object.entries(functions)),
});

describe('a job compared with what is kept of it', () => {
  const kept = toKeep(job(1000, { search: 600, read: 400 }, { requests: 10 }));

  it('fails with more than a tenth more, names both figures and the functions that grew most', () => {
    const { losses, gains } = judge(
      'BM25',
      job(1300, { search: 600, read: 500, sort: 200 }, { requests: 10 }),
      kept,
    );
    expect(losses).toEqual([
      [
        'BM25, work: 1,000 before, 1,300 now (+30.0 %)',
        '    sort: 5 at most before, 200 now',
        '    read: 400 before, 500 now',
      ].join('\n'),
    ]);
    expect(gains).toEqual([]);
  });

  it('holds within a tenth, asks to keep less than that, and fails by any of its figures', () => {
    expect(judge('BM25', job(1100, {}, { requests: 9 }), kept)).toEqual({ losses: [], gains: [] });
    expect(judge('BM25', job(899, {}, { requests: 10 }), kept)).toEqual({
      losses: [],
      gains: ['BM25, work: 1,000 before, 899 now (-10.1 %)'],
    });
    expect(judge('BM25', job(1000, {}, { requests: 12 }), kept).losses).toEqual([
      'BM25, requests: 10 before, 12 now (+20.0 %)',
    ]);
  });

  it('fails where nothing is kept to compare with', () => {
    expect(judge('BM25', job(1000)).losses).toEqual(['BM25: no figure is kept']);
    expect(judge('BM25', job(1000, {}, { bytes: 1 }), kept).losses).toEqual(['BM25: no bytes is kept']);
  });
});

/** A package whose function `total` goes through its numbers so many times. */
const packageWith = (passes: number, comment = '') => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'dist'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(root, 'dist', 'index.js'),
    `// src/sums/total.ts
const total = (numbers) => {
  let sum = 0;
  for (let pass = 0; pass < ${passes}; pass++) {
    for (const number of numbers) {
      ${comment}
      if (number > 5000) sum += number;
    }
  }
  return sum;
};
// src/sums/numbers.ts
export const numbers = () => Array.from({ length: 10_000 }, (_, i) => i);
if (total(numbers()) < 0) throw new Error();
`,
  );
  return count(root, ['dist/index.js']);
};

describe('counted work', () => {
  it('is the same each time, whatever else the machine does, and comments have no part in it', async () => {
    const [one, again, commented] = await Promise.all([
      packageWith(20),
      packageWith(20),
      packageWith(20, '// Numbers above 5000 are the larger half.'),
    ]);
    expect(again).toEqual(one);
    expect(commented.work).toBe(one.work);
    expect(one.modules).toBe(1);
  });

  it('shows a loop that goes round twice as often, and in which function', async () => {
    const [once, twice] = await Promise.all([packageWith(1), packageWith(2)]);
    const figures = ({ work, functions }: typeof once) => ({ figures: { work }, functions });
    const kept = toKeep(figures(once));
    expect(judge('sum', figures(once), kept).losses).toEqual([]);
    const [loss] = judge('sum', figures(twice), kept).losses;
    expect(loss).toContain('sum, work: ');
    expect(loss!.split('\n')[1]).toMatch(/^ {4}sums\/total\.ts total: [\d,]+ before, [\d,]+ now$/);
    const name = 'sums/total.ts total';
    expect(twice.functions.get(name)! / once.functions.get(name)!).toBeCloseTo(2, 2);
  });

  it('counts a program that fails as no work at all', async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'broken.js'), 'process.exit(3)');
    await expect(count(root, ['broken.js'])).rejects.toThrow('node --no-opt broken.js ended with 3');
  });
});
