import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import { result } from '../../../test/support/made-result.js';
import type { QueryResult } from '../record/index.js';
import { DamagedResult, readRecord } from './inspect.js';
import { columnsOf, readColumns } from './score-columns.js';
import { queriesText, writeResult } from './store.js';

const MEASURES = ['nDCG@10', 'MRR', 'P@10'];
const names = fc.constantFrom(...MEASURES, 'x"nDCG@10', 'a,"MRR', 'b}', '__proto__', '10');
const scores = fc.dictionary(names, fc.double({ noDefaultInfinity: true, noNaN: true }));
const row = fc.record({
  id: fc.oneof(fc.string({ unit: 'binary' }), names, fc.constant('"scores":{')),
  scores,
  ranks: fc.dictionary(names, fc.option(fc.nat())),
  hits: fc.nat(),
});

const expected = (rows: readonly QueryResult[]) => ({
  ids: rows.map(({ id }) => id),
  scores: new Map(
    MEASURES.map((name) => [
      name,
      Float64Array.from(rows, (each) =>
        Object.hasOwn(each.scores, name) ? JSON.parse(JSON.stringify(each.scores[name])) : Number.NaN,
      ),
    ]),
  ),
});

it('are what the rows say, whatever their names, ids and numbers', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(columnsOf(queriesText(rows), MEASURES, 'queries.jsonl')).toEqual(expected(rows));
    }),
  );
});

it('are what the rows say where all have the same measures, as a run writes them', () => {
  const alike = fc.array(
    fc.record({
      id: fc.string(),
      values: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
    }),
  );
  fc.assert(
    fc.property(alike, fc.shuffledSubarray(MEASURES), (given, held) => {
      const rows = given.map(({ id, values }) => ({
        id,
        scores: Object.fromEntries(held.map((name, i) => [name, values[i]!])),
        ranks: { d: 1 },
        hits: 1,
      }));
      expect(columnsOf(queriesText(rows), MEASURES, 'queries.jsonl')).toEqual(expected(rows));
    }),
  );
});

it('lines that are written otherwise are read too, and lines that are no rows are an error', () => {
  const line = '{"hits": 1, "ranks": {}, "scores": {"MRR": 5e-1}, "id": "a"}';
  expect(columnsOf(`${line}\n\n${line}`, ['MRR'], 'f').scores.get('MRR')).toEqual(Float64Array.of(0.5, 0.5));
  expect(() => columnsOf('{"id":"a"}\n', ['MRR'], 'f')).toThrow(DamagedResult);
});

it('of a file that is not the sealed one are not given', async () => {
  const folder = join(temporaryFolder(), 'bm25', 'one');
  await writeResult(folder, withDate(result('bm25', 'one', [0, 1])), new Map());
  const stored = readRecord(folder)!;
  expect([...readColumns(stored, ['nDCG@10']).scores.get('nDCG@10')!]).toEqual([0, 1]);
  appendFileSync(join(folder, 'queries.jsonl'), '\n');
  expect(() => readColumns(stored, ['nDCG@10'])).toThrow('changed after it was written');
  expect(readRecord(folder)).toEqual(stored);
});

const withDate = ({ record, queries }: ReturnType<typeof result>) => ({
  record: { ...record, provenance: { ...record.provenance, at: '2026-01-01T00:00:00.000Z' } },
  queries,
});
