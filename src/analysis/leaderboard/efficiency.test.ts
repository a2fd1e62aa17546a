import { describe, expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import type { JsonObject } from '../../core/index.js';
import { compareMacro, holm } from '../../evaluation/statistics/index.js';
import type { Result } from '../../experiment/record/index.js';
import { vectorEfficiency } from './efficiency.js';

const few = { interval: { samples: 50 } };
const view = { measure: 'nDCG@10', comparison: few };

interface Made {
  readonly variant?: string;
  readonly bytes: number;
  readonly seconds?: number;
  readonly task?: string;
  readonly model?: string;
  readonly values: readonly number[];
}

const made = ({ variant, bytes, seconds, task = 'Biology', model = 'bge', values }: Made): Result => {
  const name = variant ? `${model}(${variant})` : model;
  const { record, queries } = result(name, task, values);
  const spec: JsonObject = {
    retriever: 'dense',
    embedder: { model },
    ...(variant && { variant }),
    ...(variant?.includes('rescore') && { rescored: 100 }),
    tiesAtCutOff: variant ? 'id-ascending' : 'id-descending',
  };
  const facts = {
    bytesPerVector: bytes,
    distinctTexts: 10,
    ...(seconds !== undefined && { searchSeconds: seconds }),
  };
  return { record: { ...record, spec: spec as Result['record']['spec'], facts }, queries };
};

const WHOLE = made({ bytes: 1024, seconds: 0.4, values: [0.5, 0.6, 0.7, 0.8] });
const INT8 = made({ variant: 'int8', bytes: 256, seconds: 0.1, values: [0.4, 0.6, 0.7, 0.7] });
const BINARY = made({ variant: 'binary', bytes: 32, seconds: 0.2, values: [0.1, 0.2, 0.3, 0.4] });
const RESCORED = made({ variant: 'rescore:int8', bytes: 1280, seconds: 0.12, values: [0.5, 0.6, 0.7, 0.8] });

describe('the efficiency table', () => {
  const { rows, tasks, left } = vectorEfficiency([INT8, BINARY, WHOLE, RESCORED], view);
  const row = (name: string) => rows.find((each) => each.name === name)!;

  it('has whole vectors first, then their smaller forms by name, numbers by size', () => {
    expect(rows.map(({ name }) => name)).toEqual(['bge', 'bge(binary)', 'bge(int8)', 'bge(rescore:int8)']);
    const [small, large] = [64, 128].map((kept) =>
      made({ variant: `truncate:${kept}`, bytes: 4 * kept, values: [0.5, 0.6, 0.7, 0.8] }),
    );
    expect(vectorEfficiency([WHOLE, large!, small!], view).rows.map(({ name }) => name)).toEqual([
      'bge',
      'bge(truncate:64)',
      'bge(truncate:128)',
    ]);
    expect(new Set(rows.map(({ base }) => base))).toEqual(new Set(['bge']));
    expect([tasks, left]).toEqual([['Biology'], []]);
  });

  it('gives the difference from whole vectors, with its interval and test, corrected over the rows', () => {
    expect(row('bge').change).toBeUndefined();
    const scores = (each: Result) => each.queries.map((query) => query.scores['nDCG@10']!);
    const expected = [BINARY, INT8, RESCORED].map((each) =>
      compareMacro([{ a: scores(WHOLE), b: scores(each) }], few),
    );
    const corrected = holm(expected.map(({ randomisation }) => randomisation.p));
    for (const [i, { change }] of rows.slice(1).entries())
      expect(change).toEqual({
        difference: expected[i]!.difference,
        interval: expected[i]!.interval,
        p: expected[i]!.randomisation.p,
        pHolm: corrected[i],
      });
  });

  it('gives bytes and time as shares of the whole vectors', () => {
    expect(row('bge')).toMatchObject({
      bytesPerDocument: 1024,
      bytesShare: 1,
      timeShare: 1,
      secondsPerQuery: 0.1,
    });
    expect(row('bge(int8)')).toMatchObject({ bytesPerDocument: 256, bytesShare: 0.25, timeShare: 0.25 });
    expect(row('bge(rescore:int8)')).toMatchObject({ bytesPerDocument: 1280, bytesShare: 1.25 });
  });

  it('marks the front of quality against bytes, and that against time', () => {
    const fronts = Object.fromEntries(rows.map(({ name, front }) => [name, [front.bytes, front.seconds]]));
    expect(fronts).toEqual({
      bge: [true, false],
      'bge(int8)': [true, true],
      'bge(binary)': [true, false],
      'bge(rescore:int8)': [false, true],
    });
  });

  it('says nothing of time that records do not have', () => {
    const old = made({ bytes: 1024, values: [0.5, 0.5] });
    const form = made({ variant: 'int8', bytes: 256, seconds: 0.1, values: [0.5, 0.5] });
    for (const each of vectorEfficiency([old, form], view).rows) expect(each.timeShare).toBeUndefined();
  });
});

describe('several tasks and models', () => {
  it('are averaged over the tasks that every model has in whole vectors', () => {
    const at = (task: string, variant: string | undefined, value: number, model = 'bge') =>
      made({ task, model, bytes: 8, values: [value, value], ...(variant && { variant }) });
    const found = vectorEfficiency(
      [
        at('A', undefined, 0.4),
        at('B', undefined, 0.8),
        at('A', 'int8', 0.2),
        at('B', 'int8', 0.6),
        at('A', undefined, 0.1, 'e5'),
        at('B', undefined, 0.3, 'e5'),
        at('C', undefined, 0.3, 'e5'),
      ],
      { ...view, tasks: ['B', 'A', 'Z'] },
    );
    expect(found.tasks).toEqual(['B', 'A']);
    expect(found.rows.map(({ name, base, mean }) => [name, base, mean])).toEqual([
      ['bge', 'bge', expect.closeTo(0.6, 12)],
      ['bge(int8)', 'bge', expect.closeTo(0.4, 12)],
      ['e5', 'e5', expect.closeTo(0.2, 12)],
    ]);
  });

  it('leave out a form without its whole vectors, or without a task of theirs', () => {
    const second = made({ task: 'Second', bytes: 1024, values: [0.5, 0.5] });
    const orphan = made({ model: 'e5', variant: 'int8', bytes: 8, values: [0.5, 0.5] });
    const { rows, left } = vectorEfficiency([WHOLE, second, INT8, orphan], view);
    expect(rows.map(({ name }) => name)).toEqual(['bge']);
    expect(left).toEqual(['e5(int8) has no result with full vectors', 'bge(int8) lacks Second']);
  });

  it('do not take another content of a task for the same', () => {
    const other = {
      ...INT8,
      record: { ...INT8.record, task: { ...INT8.record.task, contentHash: 'older' } },
    };
    expect(vectorEfficiency([WHOLE, other], view).left).toEqual([
      'bge(int8) has no result with full vectors',
    ]);
  });
});

describe('other systems', () => {
  const withSpec = (name: string, spec: unknown, values: readonly number[], facts: JsonObject): Result => {
    const { record, queries } = result(name, 'Biology', values);
    return {
      record: {
        ...record,
        spec: spec as Result['record']['spec'],
        facts: facts as Result['record']['facts'],
      },
      queries,
    };
  };

  it('with sparse vectors have fewer weights as their smaller forms, and bytes of their index', () => {
    const spec = { retriever: 'sparse', embedder: { model: 'splade' } };
    const facts = { indexBytes: 4000, distinctTexts: 10 };
    const { rows } = vectorEfficiency(
      [
        withSpec('splade', { ...spec, maxActiveDims: {} }, [0.5, 0.5], facts),
        withSpec(
          'splade(query=8,document=64)',
          { ...spec, maxActiveDims: { query: 8, document: 64 } },
          [0.4, 0.5],
          { ...facts, indexBytes: 1000 },
        ),
      ],
      view,
    );
    expect(rows.map(({ bytesPerDocument, bytesShare }) => [bytesPerDocument, bytesShare])).toEqual([
      [400, 1],
      [100, 0.25],
    ]);
  });

  it('that write a text first are forms of the same pipeline', () => {
    const spec = (variant?: string) => [
      { stage: 'writing' },
      { retriever: 'dense', embedder: {}, ...(variant && { variant }) },
    ];
    const facts = { bytesPerVector: 8, distinctTexts: 1 };
    const { rows } = vectorEfficiency(
      [
        withSpec('hyde(x) > e', spec(), [0.5], facts),
        withSpec('hyde(x) > e(int8)', spec('int8'), [0.5], facts),
      ],
      view,
    );
    expect(rows.map(({ base }) => base)).toEqual(['hyde(x) > e', 'hyde(x) > e']);
  });

  it('without vectors are no rows', () => {
    const bm25 = withSpec('bm25', { retriever: 'bm25' }, [0.5], {});
    expect(vectorEfficiency([bm25, WHOLE], view).rows.map(({ name }) => name)).toEqual(['bge']);
    expect(() => vectorEfficiency([bm25], view)).toThrow(
      'no result of a model with whole dense or sparse vectors',
    );
  });

  it('lack a measure: which there are is said', () => {
    expect(() => vectorEfficiency([WHOLE], { measure: 'MAP@3' })).toThrow(
      'no MAP@3 in the record of bge on Biology; expected one of nDCG@10',
    );
  });
});
