import { describe, expect, it } from 'vitest';
import { madeTask } from '../../../../test/support/made-task.js';
import { testTools } from '../../../../test/support/tools.js';
import { docId, type Retriever } from '../../../core/index.js';
import { nanoSet } from '../nano-set.js';
import { DEFAULTS, type NamedRetriever, type NanoSettings } from '../settings.js';

const documents = Array.from({ length: 100 }, (_, i) => ({ id: `d${i}`, text: `note ${i}` }));
const task = madeTask({
  documents,
  queries: [
    { id: 'q', text: 'one' },
    { id: 'r', text: 'two' },
  ],
  judgements: [
    ['r', 'd90', 1],
    ['q', 'd80', 1],
    ['q', 'd70', 0],
    ['q', 'd71', 0],
    ['r', 'd60', 0],
  ],
});

const kept = async (settings: Partial<NanoSettings>, pool: readonly NamedRetriever[] = []) => {
  const set = await nanoSet(task, 'Split', { ...DEFAULTS, name: 'Set', ...settings }, testTools(), pool);
  return set.documents.map(({ id }) => id);
};
const numbered = (...numbers: number[]) => numbers.map((number) => `d${number}`);

describe('head', () => {
  it('keeps positives in judgement order, hard negatives in turns over the queries, then the head of the corpus', async () => {
    expect(await kept({ documents: 8 })).toEqual(numbered(90, 80, 70, 60, 71, 0, 1, 2));
  });

  it('stops reading when it has enough', async () => {
    const batches = Array.from({ length: 10 }, (_, i) => documents.slice(10 * i, 10 * i + 10));
    let read = 0;
    const corpus = {
      key: 'counted',
      async *rows() {
        for (const batch of batches) {
          read++;
          yield batch.map((row) => ({ ...row, id: docId(row.id) }));
        }
      },
    };
    const near = {
      ...task,
      corpus,
      judgements: new Map([[task.queries[0]!.id, new Map([[docId('d3'), 1]])]]),
    };
    await nanoSet(near, 'Split', { ...DEFAULTS, name: 'Set', documents: 8 }, testTools());
    expect(read).toBe(2);
  });
});

describe('uniform', () => {
  it('keeps the positives and draws the rest; documents stand in the order of the source', async () => {
    const ids = await kept({ sampler: 'uniform', documents: 30 });
    expect(ids).toHaveLength(30);
    expect(ids).toEqual(expect.arrayContaining(numbered(80, 90)));
    const places = ids.map((id) => Number(id.slice(1)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('draws the same with the same seed, and otherwise with another', async () => {
    const drawn = (seed: number) => kept({ sampler: 'uniform', documents: 30, seed });
    expect(await drawn(1)).toEqual(await drawn(1));
    expect(await drawn(1)).not.toEqual(await drawn(2));
  });

  it('gives every other document the same chance, hard negatives too', async () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 1000; seed++)
      for (const id of await kept({ sampler: 'uniform', documents: 22, seed }))
        counts.set(id, (counts.get(id) ?? 0) + 1);
    const others = documents.map(({ id }) => id).filter((id) => id !== 'd80' && id !== 'd90');
    // 20 of 98 in each of 1,000 draws: 204 expected, standard deviation 12.7; these seeds are fixed.
    for (const id of others) expect(Math.abs((counts.get(id) ?? 0) - 204)).toBeLessThan(55);
  });
});

describe('hard', () => {
  const finding = (name: string, found: Readonly<Record<string, readonly number[]>>): NamedRetriever => ({
    name,
    make: async (_task, topK): Promise<Retriever> => ({
      name,
      spec: name,
      open: async () => ({
        facts: {},
        run: async (queries) =>
          queries.map((query) => ({
            query,
            hits: numbered(...found[query.id]!)
              .slice(0, topK)
              .map((id, i) => ({ docId: docId(id), score: -i })),
          })),
      }),
    }),
  });
  const pool = [
    finding('one', { q: [80, 1, 3], r: [5, 1, 7] }),
    finding('two', { q: [2, 4], r: [90, 6, 8] }),
  ];

  it('keeps judged documents, then what retrievers find, rank by rank', async () => {
    // Judged: 60 70 71 80 90. First ranks: 80 2 5 90. Second: 1 4 1 6. Third: 3 7 8.
    expect(await kept({ sampler: 'hard', documents: 9 }, pool)).toEqual(
      numbered(1, 2, 4, 5, 60, 70, 71, 80, 90),
    );
  });

  it('looks as deep as it is told, and draws what the pool leaves free', async () => {
    const ids = await kept({ sampler: 'hard', documents: 20, poolDepth: 1 }, pool);
    expect(ids).toHaveLength(20);
    expect(ids).toEqual(expect.arrayContaining(numbered(2, 5, 60, 70, 71, 80, 90)));
    expect(ids).not.toEqual(await kept({ sampler: 'hard', documents: 20, poolDepth: 1, seed: 1 }, pool));
  });

  it('searches for nothing when the judged documents fill the set', async () => {
    const failing: NamedRetriever = { name: 'failing', make: () => Promise.reject(new Error('was asked')) };
    expect(await kept({ sampler: 'hard', documents: 3 }, [failing])).toEqual(numbered(70, 80, 90));
    await expect(kept({ sampler: 'hard', documents: 30 }, [failing])).rejects.toThrow('was asked');
  });
});
