import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docId, queryId, type Run, ranking } from '../../../core/index.js';
import { readRun, writeRun } from './index.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'written-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const runOf = (table: readonly (readonly [string, readonly (readonly [string, number])[]])[]): Run =>
  new Map(
    table.map(([query, hits]) => [
      queryId(query),
      ranking(hits.map(([id, score]) => ({ docId: docId(id), score }))),
    ]),
  );

const fileOf = (name = 'run.trec') => join(folder, name);

const written = async (run: Run, system = 's'): Promise<string> => {
  await writeRun(fileOf(), run, system);
  return readFileSync(fileOf(), 'utf8');
};

describe('writeRun', () => {
  it('writes TREC columns in ranking order with all digits', async () => {
    const run = runOf([
      [
        'q1',
        [
          ['a', 0.1],
          ['b', 1 / 3],
          ['c', 1e-7],
        ],
      ],
      ['q2', [['a', 5.893290042877197]]],
    ]);
    expect(await written(run, 'bm25')).toBe(
      'q1 Q0 b 1 0.3333333333333333 bm25\nq1 Q0 a 2 0.1 bm25\nq1 Q0 c 3 1e-7 bm25\nq2 Q0 a 1 5.893290042877197 bm25\n',
    );
  });

  it('orders hits that came in another order', async () => {
    const hits = [
      { docId: docId('a'), score: 1 },
      { docId: docId('b'), score: 1 },
    ];
    expect(await written(new Map([[queryId('q'), hits]]))).toBe('q Q0 b 1 1 s\nq Q0 a 2 1 s\n');
  });

  it('escapes ids with white space, on their lines only, and says so in the last column', async () => {
    expect(
      await written(
        runOf([
          [
            'q',
            [
              ['a b', 2],
              ['c%20d', 1],
            ],
          ],
        ]),
      ),
    ).toBe('q Q0 a%20b 1 2 s+escaped\nq Q0 c%20d 2 1 s\n');
  });

  it('escapes a percent sign that would be read as an escape', async () => {
    expect(
      await written(
        runOf([
          [
            'q 1',
            [
              ['5%20', 2],
              ['5%', 1],
            ],
          ],
        ]),
      ),
    ).toBe('q%201 Q0 5%2520 1 2 s+escaped\nq%201 Q0 5% 2 1 s+escaped\n');
  });

  it('writes a query id alike on all its lines', async () => {
    const text = await written(
      runOf([
        [
          'q%41',
          [
            ['a b', 2],
            ['c', 1],
          ],
        ],
      ]),
    );
    expect(text).toBe('q%2541 Q0 a%20b 1 2 s+escaped\nq%2541 Q0 c 2 1 s+escaped\n');
  });

  it.each([
    ['', '%'],
    ['\t', '%09'],
    ['a\nb', 'a%0Ab'],
    ['\u00a0', '%C2%A0'],
    ['\u2028', '%E2%80%A8'],
    ['\ufeffa', '%EF%BB%BFa'],
    ['\u0085', '%C2%85'],
    ['\0', '%00'],
    ['% ', '%%20'],
  ])('writes %j as %s', async (id, text) => {
    expect(await written(runOf([['q', [[id, 1]]]]))).toBe(`q Q0 ${text} 1 1 s+escaped\n`);
  });

  it('leaves ids of other scripts, slashes and percent signs as they are', async () => {
    expect(await written(runOf([['ü/1', [['中文%20', 1]]]]))).toBe('ü/1 Q0 中文%20 1 1 s\n');
  });

  it('makes files that every reader splits into six columns', async () => {
    const id = fc.string({ unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(id, id, async (query, document) => {
        const text = await written(runOf([[query, [[document, 1]]]]));
        expect(text.trimEnd().split(/\s+/u)).toHaveLength(6);
        expect(text.indexOf('\n')).toBe(text.length - 1);
      }),
      { numRuns: 200 },
    );
  });

  it('is read back as it was, whatever the ids and scores', async () => {
    const tricky = fc.string({
      unit: fc.constantFrom('%', '2', '5', '0', ' ', 'a', '\t', 'é', '\ufeff', '+'),
    });
    const id = fc.oneof(fc.string({ unit: 'binary' }), tricky);
    const hits = fc.uniqueArray(fc.tuple(id, fc.double({ noNaN: true, noDefaultInfinity: true })), {
      selector: ([document]) => document,
      minLength: 1,
    });
    const table = fc.uniqueArray(fc.tuple(id, hits), { selector: ([query]) => query, minLength: 1 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        // -0 is written as 0: the two are equal in every ranking.
        const run = runOf(
          rows.map(([query, list]) => [query, list.map(([document, score]) => [document, score + 0])]),
        );
        await writeRun(fileOf(), run, 's');
        const found = await readRun(fileOf());
        expect([...found.run]).toEqual([...run]);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves no line for a query without hits', async () => {
    expect(await written(runOf([['q', []]]))).toBe('');
  });

  it.each(['', 'a b', 'a\tb', 's+escaped', 'a\u00a0b'])('refuses the system name %j', async (system) => {
    await expect(writeRun(fileOf('refused'), runOf([['q', [['d', 1]]]]), system)).rejects.toThrow(
      'system name',
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses score %s and leaves no file', async (score) => {
    await expect(writeRun(fileOf('refused'), runOf([['q', [['d', score]]]]), 's')).rejects.toThrow(
      `score ${score} of document "d"`,
    );
    expect(readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([]);
  });

  it('refuses half a surrogate pair, which no UTF-8 file can hold', async () => {
    await expect(writeRun(fileOf('refused'), runOf([['q', [['\ud800', 1]]]]), 's')).rejects.toThrow(
      'half a surrogate pair',
    );
  });
});
