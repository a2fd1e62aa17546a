import { describe, expect, it } from 'vitest';
import { madeTask } from '../../../test/support/made-task.js';
import { testTools } from '../../../test/support/tools.js';
import { docId, InputError, type Retriever } from '../../core/index.js';
import { candidateLists, configName } from './candidate-lists.js';
import { DEFAULTS, type NamedRetriever } from './settings.js';

const settings = { ...DEFAULTS, name: 'Set' };
const task = madeTask({
  // Copies: who comes first among them is for the rule to say. The positive is first.
  documents: ['c', 'a', 'b', 'd'].map((id) => ({ id, text: 'gout' })),
  queries: [
    { id: 'q', text: 'scurvy' },
    { id: 'r', text: 'gout' },
  ],
  judgements: [
    ['q', 'c', 1],
    ['r', 'd', 1],
  ],
});

/** Scores by document, the same for every query. */
const scoring = (
  name: string,
  scores: Readonly<Record<string, number>>,
  closed: string[] = [],
): NamedRetriever => ({
  name,
  make: async (_task, topK): Promise<Retriever> => ({
    name,
    spec: { topK },
    open: async () => ({
      facts: {},
      run: async (queries) =>
        queries.map((query) => ({
          query,
          hits: Object.entries(scores).map(([id, score]) => ({ docId: docId(id), score })),
        })),
    }),
    close: async () => {
      closed.push(name);
    },
  }),
});

describe('the candidate lists of a set', () => {
  it("are BM25's alone without a dense retriever", async () => {
    const lists = await candidateLists(task, 'Split', settings, testTools());
    expect(lists.map(({ config, kind, system }) => [config, kind, system])).toEqual([
      ['bm25', 'bm25', 'bm25-hakari'],
    ]);
  });

  it('break ties by id, at the cut too, so that standing first in the corpus is no gain', async () => {
    const [bm25] = await candidateLists(task, 'Split', { ...settings, depth: 2 }, testTools());
    expect([...bm25!.documents]).toEqual([
      ['q', ['a', 'b']],
      ['r', ['a', 'b']],
    ]);
  });

  it('fuse both, and add a positive where none was found', async () => {
    const dense = scoring('my-model', { d: 3, b: 2, a: 1, c: 0 });
    const lists = await candidateLists(task, 'Split', { ...settings, hybridDepth: 2 }, testTools(), dense);
    expect(lists.map(({ config }) => config)).toEqual(['bm25', 'my_model', 'reranking_hybrid']);
    const [, vectors, hybrid] = lists;
    expect([...vectors!.documents.values()]).toEqual([
      ['d', 'b', 'a', 'c'],
      ['d', 'b', 'a', 'c'],
    ]);
    // a: 1/101 + 1/103, d: 1/104 + 1/101, b: 2/102, c: 1/103 + 1/104.
    expect(hybrid!.documents.get(task.queries[0]!.id)).toEqual(['a', 'b', 'c']);
    expect(hybrid!.safeguards).toBe(2);
  });

  it('close the retriever they opened, also when it fails', async () => {
    const closed: string[] = [];
    await candidateLists(task, 'Split', settings, testTools(), scoring('one', { a: 1 }, closed));
    const broken = scoring('two', {}, closed);
    const failing: NamedRetriever = {
      name: 'two',
      make: async (of, topK) => ({
        ...(await broken.make(of, topK)),
        open: () => Promise.reject(new Error('no model')),
      }),
    };
    await expect(candidateLists(task, 'Split', settings, testTools(), failing)).rejects.toThrow('no model');
    expect(closed).toEqual(['one', 'two']);
  });
});

describe('the config of a dense retriever', () => {
  it.each([
    ['harrier-oss-v1-270m', 'harrier_oss_v1_270m'],
    ['bge(truncate:256+int8)', 'bge_truncate_256_int8'],
    ['BM25', 'dense_bm25'],
    ['corpus', 'dense_corpus'],
    ['../../etc', 'etc'],
  ])('of %s is %s', (retriever, config) => {
    expect(configName(retriever)).toBe(config);
  });

  it('needs a name to be made of', () => {
    expect(() => configName('…')).toThrow(InputError);
  });
});
