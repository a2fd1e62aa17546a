import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../core/index.js';
import { evaluate, measures, parseMeasure } from './index.js';

type Row = Readonly<Record<string, number>>;

interface Golden {
  readonly cases: readonly { readonly judgements: Row; readonly run: Row; readonly scores: Row }[];
}

const FOLDER = new URL('../../../test/golden/', import.meta.url);
const golden = (path: string) => JSON.parse(readFileSync(new URL(path, FOLDER), 'utf8'));

/** Measures of which each has a file of its own: a new one is compared without a line here. */
const own = readdirSync(new URL('measures', FOLDER))
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({ file, ...(golden(`measures/${file}`) as Golden) }));

describe.each(own)('test/golden/measures/$file', ({ cases }) => {
  it('holds the scores that we give', () => {
    expect(cases.length).toBeGreaterThan(0);
    for (const { judgements, run, scores } of cases) {
      const query = queryId('1');
      const grades = new Map(Object.entries(judgements).map(([id, grade]) => [docId(id), grade]));
      const hits = Object.entries(run).map(([id, score]) => ({ docId: docId(id), score }));
      const asked = Object.keys(scores).map(parseMeasure);
      const { means } = evaluate(new Map([[query, hits]]), new Map([[query, grades]]), asked);
      for (const [name, value] of Object.entries(scores))
        expect(Math.abs(means[parseMeasure(name).name]! - value), name).toBeLessThanOrEqual(1e-15);
    }
  });
});

it('every measure has a golden', () => {
  // Compared by trec-eval.test.ts, by ir-measures.test.ts, by aspects.test.ts and by the profile of Nano sets.
  const programs = ['trec_eval', 'gdeval', 'judged', 'cwl', 'sklearn'] as const;
  const { cases, together } = golden('ir_measures/cases.json');
  const [first] = cases as Readonly<Record<(typeof programs)[number], Row>>[];
  const columns = [
    ...(golden('trec_eval/cases.json').columns as readonly string[]),
    ...programs.flatMap((program) => Object.keys(first![program])),
    ...Object.keys(together.graded),
    ...Object.keys(golden('ndeval/cases.json').cases[0].ndeval),
    ...Object.keys(golden('nano/profile.json').tasks[0].profiles.bm25),
    ...own.flatMap(({ cases }) => cases.flatMap(({ scores }) => Object.keys(scores))),
  ];
  // `infAP level 2` is infAP from grade 2 on, `RBP(p=0.5)` RBP with another parameter.
  const names = columns.map((column) => parseMeasure(column.replace(/( level \d)?( judged)?$/, '')).name);
  const compared = new Set(names.map((name) => name.replace(/[@(].*$/, '')));
  expect(Object.keys(measures).filter((name) => !compared.has(name))).toEqual([]);
});
