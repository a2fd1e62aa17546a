import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../core/index.js';
import { evaluate, parseMeasure, type TieRule } from './index.js';

type Row = Readonly<Record<string, number>>;

interface Golden {
  readonly cases: readonly ({
    readonly name: string;
    readonly judgements: Row;
    readonly run: Row;
  } & Readonly<Record<Program, Row>>)[];
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
} as const satisfies Record<string, { ties: TieRule; within: number }>;

const { cases } = JSON.parse(
  readFileSync(new URL('../../../test/golden/ir_measures/cases.json', import.meta.url), 'utf8'),
) as Golden;

/** `infAP level 2` is trec_eval's infAP with `-l 2`. */
const measureFor = (column: string) => {
  const [, spelled, level] = /^(.*?)(?: level (\d))?$/.exec(column)!;
  if (level === undefined) return parseMeasure(spelled!);
  const [, name, cut = ''] = /^(.*?)(_\d+)?$/.exec(spelled!)!;
  return parseMeasure(`${name}(rel=${level})${cut}`);
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
