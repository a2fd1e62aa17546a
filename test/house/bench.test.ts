import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { figures, interleave, ratios } from '../../bench/measure.js';
import { measureParts, type Part } from '../../bench/measure-parts.js';
import { parts } from '../../bench/parts/index.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'r2med-bench-test-'));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const history = () =>
  read('history.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A part that measured these ratios. */
const part = (name: string, values: readonly number[], what = 'time'): Part => ({
  name,
  title: `The part ${name}`,
  measure: async () => ({
    text: `How ${name} was measured.`,
    table: `| ${name} |\n| --- |\n| ${values.join(' ')} |`,
    summary: [{ against: `${name} 1.0`, what, wanted: '3 ×', values }],
  }),
});

const broken = (name: string): Part => ({
  ...part(name, []),
  measure: async () => {
    throw new Error('java ended with 1');
  },
});

describe('rounds of a measurement', () => {
  it('take contenders in turn, and give medians, what each round measured, and ratios by round', async () => {
    const order: string[] = [];
    const contender = (name: string, seconds: number[]) => ({
      name,
      measure: () => {
        order.push(name);
        return { seconds: seconds.shift() };
      },
    });
    const results = await interleave([contender('ours', [1, 4, 2]), contender('theirs', [3, 8, 10])], 3);
    expect(order).toEqual(['ours', 'theirs', 'ours', 'theirs', 'ours', 'theirs']);
    expect(results.get('theirs')).toEqual({
      seconds: 8,
      rounds: [{ seconds: 3 }, { seconds: 8 }, { seconds: 10 }],
    });
    // A busy moment in the second round fell on both: its ratio is the lowest, not the median over the median.
    expect(ratios(results, 'theirs', 'ours', 'seconds')).toEqual([3, 2, 5]);
    expect(ratios(results, 'absent', 'ours', 'seconds')).toEqual([]);
    expect(figures(results, 'ours', 'seconds')).toEqual([1, 4, 2]);
  });
});

describe('parts of the bench', () => {
  it('keep median and spread of each row, with when and on what, and never where', async () => {
    await measureParts(folder, [part('one', [3.5, 2.5, 3])]);
    expect(history()).toEqual([
      {
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/),
        version: expect.any(String),
        node: process.versions.node,
        cores: expect.any(Number),
        processor: expect.any(String),
        load: [expect.any(Number), expect.any(Number)],
        part: 'one',
        summary: [
          {
            against: 'one 1.0',
            what: 'time',
            wanted: '3 ×',
            unit: '×',
            median: 3,
            low: 2.5,
            high: 3.5,
            rounds: 3,
          },
        ],
      },
    ]);
    expect(read('RESULTS.md')).toContain('| one 1.0 | time | 3 × | 3.00 × | 2.50 to 3.50 |');
    expect(read('RESULTS.md')).toContain('## The part one\n\nHow one was measured.\n\n| one |');
  });

  it('that are measured alone change their own section, and add to the history', async () => {
    await measureParts(folder, [part('one', [3]), part('two', [5])]);
    await measureParts(folder, [part('one', [4]), part('two', [6])], { only: ['two'] });
    expect(read('RESULTS.md')).toContain('| one 1.0 | time | 3 × | 3.00 × |  |');
    expect(read('RESULTS.md')).toContain('| two 1.0 | time | 3 × | 6.00 × |  |');
    expect(history().map(({ part, summary }) => [part, summary[0].median])).toEqual([
      ['one', 3],
      ['two', 5],
      ['two', 6],
    ]);
  });

  it('that fail are named, lose nothing of the others, and leave their earlier figures', async () => {
    await measureParts(folder, [part('one', [3]), part('two', [5])]);
    const again = await measureParts(folder, [broken('one'), part('two', [6])]);
    expect([...again.failed]).toEqual([['one', 'java ended with 1']]);
    expect(again.printed).toContain('two 1.0');
    expect(again.printed).not.toContain('one 1.0');
    expect(read('RESULTS.md')).toContain('| one 1.0 | time | 3 × | 3.00 × |  |');
    expect(read('RESULTS.md')).toContain('| two 1.0 | time | 3 × | 6.00 × |  |');
    expect(history()).toHaveLength(3);
  });

  it('whose peer could not be installed say so instead of a figure', async () => {
    await measureParts(folder, [part('one', [])]);
    expect(read('RESULTS.md')).toContain('| one 1.0 | time | 3 × | – |  |');
  });

  it('have made the RESULTS.md of this package', async () => {
    for (const name of ['results', 'history.jsonl'])
      cpSync(join('bench', name), join(folder, name), { recursive: true });
    await measureParts(folder, parts, { only: [] });
    // After a merge: npm run bench -- --write.
    expect(readFileSync('bench/RESULTS.md', 'utf8')).toBe(read('RESULTS.md'));
    expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
  });

  it('are drawn over time: a dot for each run, a bar for its spread, a line at what is wanted', async () => {
    for (const values of [
      [2, 2.5],
      [3.5, 3.6],
      [4, 5],
    ])
      await measureParts(folder, [part('one', values, 'time of `r2med`')]);
    const svg = read('history.svg');
    expect(svg.match(/<circle/g)).toHaveLength(3);
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
    expect(svg).toContain('time of r2med');
    expect(svg).toContain('4.50 ×');
    expect(svg).toContain('≥ 3');
  });
});
