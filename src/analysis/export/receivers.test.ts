import { describe, expect, it } from 'vitest';
import { madeBenchmark } from '../../../test/support/made-benchmark.js';
import type { StoredResult } from '../../experiment/results/index.js';
import { checkSystems, receivers } from './index.js';
import { mtebModel } from './mteb-rules.js';

type Changes = {
  readonly spec?: StoredResult['record']['spec'];
  readonly task?: object;
  readonly record?: object;
};

const whole = ({ spec, task = {}, record = {} }: Changes = {}): readonly StoredResult[] =>
  madeBenchmark({ task, record: { ...(spec !== undefined && { spec }), ...record } }).map((made) => ({
    ...made,
    folder: '',
    seal: { run: '', queries: '', record: '' },
  }));

const missing = (receiver: keyof typeof receivers, results: readonly StoredResult[]): readonly string[] =>
  checkSystems(receivers[receiver], results).flatMap((each) => each.missing.map(({ rule }) => rule));

describe.each(['mteb', 'r2med'] as const)('receiver %s', (receiver) => {
  it('finds nothing missing in complete results on the whole benchmark', () => {
    expect(missing(receiver, whole())).toEqual([]);
  });

  it('asks for all tasks', () => {
    expect(missing(receiver, whole().slice(1))).toEqual(['all tasks']);
  });

  it('takes no results of a small set of tasks with the same names', () => {
    expect(missing(receiver, whole({ task: { suite: 'nano' } }))).not.toEqual([]);
  });

  it('takes no incomplete results', () => {
    const incomplete = { 'texts not written': { count: 1, reason: 'no answer' } };
    expect(new Set(missing(receiver, whole({ record: { incomplete } })))).toEqual(
      new Set(['complete results']),
    );
  });

  it('takes no means that leave out queries', () => {
    const evaluation = { ...whole()[0]!.record.evaluation, missing: 'skip', missingQueries: 3 };
    expect(new Set(missing(receiver, whole({ record: { evaluation } })))).toEqual(
      new Set(['every query counted']),
    );
  });

  it('asks for nDCG@10', () => {
    expect(missing(receiver, whole({ record: { scores: {} } }))).toHaveLength(8);
  });
});

describe('receiver mteb', () => {
  it('takes the model and its revision from the spec', () => {
    expect(mtebModel(whole()[0]!)).toEqual({ name: 'BAAI/bge-m3', revision: 'a'.repeat(40) });
    const served = { retriever: 'dense', embedder: { model: 'BAAI/bge-m3', identity: { revision: 'b' } } };
    expect(mtebModel(whole({ spec: served })[0]!)).toEqual({ name: 'BAAI/bge-m3', revision: 'b' });
  });

  it('files a system without a model under the version of this program, and one with unknown weights under none', () => {
    expect(mtebModel(whole({ spec: { retriever: 'bm25' } })[0]!)).toEqual({
      name: 'r2med/bge-m3',
      revision: '0_1_0',
    });
    const hashed = { retriever: 'dense', embedder: { weights: { 'model.onnx': 'e3b0' } } };
    expect(mtebModel(whole({ spec: hashed })[0]!)).toEqual({ name: 'r2med/bge-m3' });
    expect(missing('mteb', whole({ spec: hashed }))).toEqual(['model revision']);
  });

  it('asks for a revision, which may be given', () => {
    const spec = { retriever: 'dense', embedder: { model: 'BAAI/bge-m3', identity: null } };
    const results = whole({ spec });
    expect(missing('mteb', results)).toEqual(['model revision']);
    const [given] = checkSystems(receivers.mteb, results, { model: { revision: 'c' } });
    expect(given!.missing).toEqual([]);
  });

  it('asks for the version of the data that MTEB has', () => {
    expect(new Set(missing('mteb', whole({ task: { revision: 'older' } })))).toEqual(
      new Set(['version of the data']),
    );
  });

  it('says that a registry entry is a step of its own', () => {
    const [verdict] = checkSystems(receivers.mteb, whole());
    expect(verdict!.byHand[0]).toContain("BAAI/bge-m3 in mteb's model registry");
  });
});

describe('receiver r2med', () => {
  it('asks for the data as published', () => {
    expect(new Set(missing('r2med', whole({ task: { queries: 5 } })))).toEqual(
      new Set(['data as published']),
    );
  });

  it('has no place for two retrievers in a row', () => {
    const record = { name: 'bm25 > bge', spec: [{ retriever: 'bm25' }, { retriever: 'dense' }] };
    expect(missing('r2med', whole({ record }))).toEqual(['one stage of each kind']);
  });
});
