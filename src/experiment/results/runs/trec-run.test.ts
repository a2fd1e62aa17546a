import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runFile } from '../../../../test/support/run-file.js';
import { ranking } from '../../../core/index.js';
import { parseTrecHit, shortDecimal } from '../../../platform/formats/index.js';

const { read, problemOf } = runFile();

const blank = fc.constantFrom(' ', '  ', '\t', '\v', ' \f');
const id = fc.string({ unit: fc.constantFrom('a', 'é', '+', '%20', '\u0001', '\u00a0', '😀'), minLength: 1 });
const score = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('1.', '.5', '-0', '+2', '-.25', '123456789012345', '1234567890123456', '1e3', '007.10'),
);
const line = fc
  .tuple(fc.constantFrom('q', 'qq', 'r'), id, score, fc.constantFrom('s', 'x+escape'), blank, fc.nat(2))
  .map(([query, doc, number, system, space, end]) => ({
    doc,
    text: [query, 'Q0', doc, '1', number, system].join(space) + ['\n', '\r\n', ' \n'][end],
  }));

describe('a TREC run', () => {
  it('is what its lines are one by one, whatever separates their columns', async () => {
    const lines = fc.uniqueArray(line, { selector: ({ doc }) => doc, minLength: 1 });
    await fc.assert(
      fc.asyncProperty(lines, async (given) => {
        const { run } = await read(`\n${given.map(({ text }) => text).join('')}`);
        const rows = given.map(({ text }) => parseTrecHit(text.trimEnd(), { file: 'f' }));
        for (const [query, hits] of run) {
          const own = rows.filter(({ queryId }) => queryId === query);
          expect(hits).toEqual(ranking(own.map(({ docId, score: of }) => ({ docId, score: of }))));
        }
        expect([...run.keys()]).toEqual([...new Set(rows.map(({ queryId }) => queryId))]);
      }),
    );
  });

  it('has no document twice, however often its queries take turns', async () => {
    const turns = Array.from({ length: 4 }, (_, i) => `q Q0 d${i} 1 2 s\nr Q0 d${i} 1 2 s\n`).join('');
    expect(await problemOf(`${turns}q Q0 d1 1 2 s\n`)).toMatchObject({
      line: 9,
      found: 'document "d1" a second time for query "q", first in line 3',
    });
  });
});

describe('shortDecimal', () => {
  it('is the number that JavaScript reads, or none', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789.-e'), maxLength: 20 });
    const near = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(
        fc.oneof(
          digits,
          near.map(String),
          near.map((value) => value.toFixed(6)),
        ),
        (text) => {
          const found = shortDecimal(`<${text}>`, 1, 1 + text.length);
          if (!Number.isNaN(found)) expect(Object.is(found, Number(text))).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
    expect(shortDecimal('12.345678', 0, 9)).toBe(12.345678);
  });
});
