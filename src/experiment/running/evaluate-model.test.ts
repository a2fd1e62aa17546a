import { describe, expect, it } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import { InputError, type R2medError, WorkError } from '../../core/index.js';
import { bm25 } from '../../search/retrieval/index.js';
import { taskOf } from '../../tasks/index.js';
import { evaluateModel } from './index.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const letters = (text: string): number[] =>
  [...LETTERS].map((letter) => text.toLowerCase().split(letter).length - 1);

const mine = (name = 'Mine') =>
  taskOf({
    name,
    documents: [
      { id: 'gout', text: 'Urate crystals inflame the joint.' },
      { id: 'anaemia', text: 'Iron deficiency makes people tired.' },
    ],
    queries: [
      { id: 'q1', text: 'urate crystals' },
      { id: 'q2', text: 'iron deficiency' },
    ],
    judgements: { q1: ['gout'], q2: ['anaemia'] },
  });

const model = { name: 'letters', version: 1, embed: (texts: string[]) => texts.map(letters) };
const options = () => ({ tools: testTools() });

describe('evaluateModel', () => {
  it('gives the scores of every task with intervals and queries, and their means', async () => {
    const { model: name, means, tasks } = await evaluateModel(model, [mine(), mine('Other')], options());
    expect(name).toBe('letters');
    expect(tasks.map(({ task, suite, queries }) => [task, suite, [...queries.keys()]])).toEqual([
      ['Mine', 'in-code', ['q1', 'q2']],
      ['Other', 'in-code', ['q1', 'q2']],
    ]);
    expect(tasks[0]!.scores['nDCG@10']).toBe(1);
    expect(tasks[0]!.intervals['nDCG@10']).toEqual([1, 1]);
    expect(tasks[0]!.queries.get('q1')!['nDCG@10']).toBe(1);
    expect(means['nDCG@10']).toBe(1);
  });

  it('takes one function for queries and one for documents', async () => {
    const roles: string[] = [];
    const two = {
      ...{ name: 'two', version: 1 },
      embedQueries: (texts: string[]) => {
        roles.push(...texts.map((text) => `query ${text}`));
        return texts.map(letters);
      },
      embedDocuments: async (texts: string[]) => texts.map(letters),
    };
    const { means } = await evaluateModel(two, mine(), { ...options(), measures: ['MRR'] });
    expect(means).toEqual({ MRR: 1 });
    expect(roles.filter((role) => role.includes('Urate'))).toEqual([]);
    expect(roles).toContain('query urate crystals');
  });

  it('takes the tasks of a suite by name, and a system in place of a model', async () => {
    const { model: name, tasks } = await evaluateModel(bm25(), 'sample/Biology', options());
    expect([name, tasks.map(({ task, suite }) => `${suite}/${task}`)]).toEqual(['bm25', ['sample/Biology']]);
    expect(tasks[0]!.scores['nDCG@10']).toBeCloseTo(0.11572852732712138, 12);
  });

  it('rejects where a text fails: there is no number of a part', async () => {
    const failing = {
      ...{ name: 'failing', version: 1 },
      embed: (texts: string[]) => {
        if (texts.some((text) => text.includes('Iron'))) throw new Error('out of memory');
        return texts.map(letters);
      },
    };
    const error = await evaluateModel(failing, mine(), options()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WorkError);
    expect((error as WorkError).problem).toContain('incomplete');
    expect((error as WorkError).fix).toBeTruthy();
  });

  it.each([
    ['no model', () => evaluateModel(undefined as never, mine()), 'a model that is undefined'],
    [
      'half a model',
      () => evaluateModel({ name: 'm', version: 1, embedQueries: () => [] } as never, mine()),
      'm without embedDocuments',
    ],
    [
      'a model without a version',
      () => evaluateModel({ name: 'm', embed: () => [] } as never, mine()),
      'm without a version',
    ],
    ['no tasks', () => evaluateModel(model, []), 'no tasks'],
    ['an unknown task', () => evaluateModel(model, 'sample/Biologie'), 'Biologie'],
    ['an unknown suite', () => evaluateModel(model, 'smaple/Biology'), 'smaple'],
    ['two tasks of one name', () => evaluateModel(model, [mine(), mine()]), 'two tasks named "Mine"'],
    ['an unknown measure', () => evaluateModel(model, mine(), { measures: ['nope'] }), 'nope'],
  ])('refuses %s, with a fix', async (_, call, found) => {
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as R2medError).problem).toContain(found);
    expect((error as R2medError).fix).toBeTruthy();
  });
});
