import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../core/index.js';
import { evaluate, parseMeasure, type TieRule } from './index.js';

type Row = Readonly<Record<string, number>>;

interface Golden {
  readonly cases: readonly ({ readonly name: string; readonly judgements: Row; readonly run: Row } & Readonly<
    Record<Program, Row>
  >)[];
  /** By kind of case, what trec_eval gives for all its queries together. */
  readonly together: Readonly<Record<string, Row>>;
}

type Program = keyof typeof PROGRAMS;

/** How each program orders equal scores, and how far its figures go. */
const PROGRAMS = {
  trec_eval: { ties: 'id-descending', within: 1e-15 },
  // gdeval prints five decimals.
  gdeval: { ties: 'id-descending', within: 5.000001e-6 },
  judged: { ties: 'id-ascending', within: 1e-15 },
  // cwl-eval divides by a sum of a thousand weights.
  cwl: { ties: 'id-descending', within: 1e-14 },
  sklearn: { ties: 'id-descending', within: 1e-13 },
} as const satisfies Record<string, { ties: TieRule; within: number }>;

const { cases, together } = JSON.parse(
  readFileSync(new URL('../../../test/golden/ir_measures/cases.json', import.meta.url), 'utf8'),
) as Golden;

/** `infAP level 2 judged` is trec_eval's infAP with `-l 2 -J`. */
const measureFor = (column: string) => {
  const [, spelled, level, judged] = /^(.*?)(?: level (\d))?( judged)?$/.exec(column)!;
  const parameters = [...(level ? [`rel=${level}`] : []), ...(judged ? ['only=judged'] : [])];
  if (parameters.length === 0) return parseMeasure(spelled!);
  const plain = parseMeasure(spelled!).name;
  const [, name, own, cut = ''] = /^(.*?)(?:\((.*)\))?(@\d+)?$/.exec(plain)!;
  return parseMeasure(`${name}(${[...(own ? [own] : []), ...parameters].join(', ')})${cut}`);
};

describe.each(Object.keys(PROGRAMS) as Program[])('%s', (program) => {
  const { ties, within } = PROGRAMS[program];

  it.each(cases)('scores as we do: $name', ({ judgements, run, ...expected }) => {
    const query = queryId('1');
    const grades = new Map(Object.entries(judgements).map(([id, grade]) => [docId(id), grade]));
    const hits = Object.entries(run).map(([id, score]) => ({ docId: docId(id), score }));
    const columns = Object.entries(expected[program]);
    expect(columns.length).toBeGreaterThan(4);
    for (const [column, value] of columns) {
      const measure = measureFor(column);
      const { means } = evaluate(new Map([[query, hits]]), new Map([[query, grades]]), [measure], { ties });
      expect(Math.abs(means[measure.name]! - value), column).toBeLessThanOrEqual(within);
    }
  });
});

const rowsOf = (kind: string) => cases.filter(({ name }) => name.replace(/ \d+$/, '') === kind);
const asMap = <V, W>(row: Readonly<Record<string, V>>, value: (each: V, id: string) => W) =>
  Object.entries(row).map(([id, each]) => value(each, id));

it.each(Object.keys(together))('counts and geometric means of all queries are trec_eval’s: %s', (kind) => {
  const rows = rowsOf(kind);
  const judgements = new Map(
    rows.map(({ name, judgements }) => [
      queryId(name),
      new Map(asMap(judgements, (grade, id) => [docId(id), grade] as const)),
    ]),
  );
  const run = new Map(
    rows.map(({ name, run }) => [queryId(name), asMap(run, (score, id) => ({ docId: docId(id), score }))]),
  );
  const columns = Object.entries(together[kind]!);
  expect(columns.length).toBe(6);
  for (const [column, value] of columns) {
    const measure = parseMeasure(column);
    const { means } = evaluate(run, judgements, [measure]);
    expect(Math.abs(means[measure.name]! - value), column).toBeLessThanOrEqual(1e-14);
  }
});
