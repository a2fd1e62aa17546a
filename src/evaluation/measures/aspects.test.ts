import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docId, type Grades, InputError, queryId } from '../../core/index.js';
import { evaluate } from './evaluate.js';
import { parseMeasure, parseMeasures } from './parse-measure.js';

interface Case {
  readonly name: string;
  readonly judgements: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly run: Readonly<Record<string, number>>;
  readonly ndeval: Readonly<Record<string, number>>;
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../../test/golden/ndeval/cases.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Case[] };

const QUERY = queryId('1');

const gradesOf = (judgements: Case['judgements']): Grades => {
  const aspects = new Map(
    Object.entries(judgements).map(([id, grades]) => [docId(id), new Map(Object.entries(grades))]),
  );
  const highest = Array.from(aspects, ([id, grades]) => [id, Math.max(...grades.values())] as const);
  return Object.assign(new Map(highest), { aspects });
};

const runOf = (run: Case['run']) =>
  new Map([[QUERY, Object.entries(run).map(([id, score]) => ({ docId: docId(id), score }))]]);

describe('measures of aspects', () => {
  it.each(cases.map((each) => [each.name, each] as const))('are those of ndeval: %s', (_, each) => {
    const names = Object.keys(each.ndeval);
    expect(names.length).toBe(30);
    const judgements = new Map([[QUERY, gradesOf(each.judgements)]]);
    const { means } = evaluate(runOf(each.run), judgements, names.map(parseMeasure), {
      // Of equal scores pyndeval puts the lower id first.
      ties: 'id-ascending',
    });
    for (const name of names)
      expect([name, means[name]]).toEqual([name, expect.closeTo(each.ndeval[name]!, 12)]);
  });

  it('have the names of ir_measures too', () => {
    const names = parseMeasures('alpha_ndcg@20, alpha_nDCG(alpha=0.7)@5, StRecall@10, strec@3').map(
      ({ name }) => name,
    );
    expect(names).toEqual(['alpha_nDCG@20', 'alpha_nDCG(alpha=0.7)@5', 'AspectRecall@10', 'AspectRecall@3']);
  });

  it('need judgements of aspects', () => {
    const judgements = new Map([[QUERY, new Map([[docId('d1'), 1]])]]);
    for (const name of ['alpha_nDCG@10', 'AspectRecall@10'])
      expect(() => evaluate(runOf({ d1: 1 }), judgements, [parseMeasure(name)])).toThrow(InputError);
  });
});
