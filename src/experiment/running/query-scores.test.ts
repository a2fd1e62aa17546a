import { describe, expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { corpusOf, docId, InputError, queryId, type Task } from '../../core/index.js';
import { resultFolder, writeResult } from '../results/index.js';
import { queryScores } from './query-scores.js';

const task = (change: Partial<Task> = {}): Task => ({
  name: 'Tiny',
  suite: 's',
  revision: '',
  contentHash: '',
  corpus: corpusOf('k', []),
  queries: [],
  judgements: new Map(),
  labels: new Map(),
  statistics: () => Promise.reject(new Error('not needed')),
  about: {},
  ...change,
});

const hit = (id: string, score: number) => ({ docId: docId(id), score });

const kept = async (): Promise<string> => {
  const results = writtenFolder();
  const made = result('hyde-gpt4.bm25', 'Tiny', [0.5, 1]);
  const provenance = { ...made.record.provenance, at: '2026-11-15T00:00:00Z' };
  await writeResult(
    resultFolder(results, 'hyde-gpt4.bm25', 'Tiny'),
    { ...made, record: { ...made.record, provenance } },
    new Map([
      [queryId('q0'), [hit('d1', 2), hit('d2', 1)]],
      [queryId('q1'), [hit('d1', 2)]],
    ]),
  );
  return results;
};

const failure = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof InputError)) throw new Error('no InputError', { cause: error });
  return error.message;
};

describe('scores of a system', () => {
  it.each(['hyde-gpt4.bm25', 'hyde(gpt4) > bm25'])('named %s are found, query by query', async (system) => {
    const scores = await queryScores(task(), { results: await kept(), system, measure: 'nDCG@10' });
    expect([...scores]).toEqual([
      ['q0', 0.5],
      ['q1', 1],
    ]);
  });

  it('that was not run say which were', async () => {
    const told = await failure(
      queryScores(task(), { results: await kept(), system: 'hyde-gpt5.bm25', measure: 'nDCG@10' }),
    );
    expect(told).toContain('"hyde-gpt4.bm25"');
  });

  it('on another task or on other files of it are not taken', async () => {
    const options = { results: await kept(), system: 'hyde-gpt4.bm25', measure: 'nDCG@10' };
    expect(await failure(queryScores(task({ name: 'Other' }), options))).toContain(
      'no result of hyde-gpt4.bm25 on Other',
    );
    expect(await failure(queryScores(task({ contentHash: 'x' }), options))).toContain('other files');
  });

  it('in a measure that was not computed then come from the kept ranking', async () => {
    const judgements = new Map(['q0', 'q1'].map((id) => [queryId(id), new Map([[docId('d2'), 1]])]));
    const options = { results: await kept(), system: 'hyde-gpt4.bm25', measure: 'Recall@33' };
    expect([...(await queryScores(task({ judgements }), options))]).toEqual([
      ['q0', 1],
      ['q1', 0],
    ]);
  });

  it('in an empty folder say how to make them', async () => {
    const options = { results: writtenFolder(), system: 'bm25', measure: 'nDCG@10' };
    expect(await failure(queryScores(task(), options))).toContain('r2med run --retriever bm25');
  });
});
