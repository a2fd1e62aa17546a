import { expect, it } from 'vitest';
import { type Corpus, corpusOf, queryId } from '../../src/core/index.js';
import type * as node from '../../src/platform/node/index.js';
import type * as retrieval from '../../src/search/retrieval/index.js';
import { built } from '../support/built.js';
import { testTools } from '../support/tools.js';

const { workers } = await built<typeof node>('platform/node.js');
const { bm25 } = await built<typeof retrieval>('search/retrieval.js');

const words = ['fever', 'gout', 'tremor', 'scurvy', 'jaundice', 'cough', 'Ménière’s', '発熱', 'β-blockers'];
const documents = Array.from({ length: 4000 }, (_, i) => ({
  id: `n${i}`,
  text: `${words[i % 9]} ${words[(i * i) % 7]} note${i} and `.repeat(1 + (i % 220)),
}));

/** Eleven MB of text, enough for four helpers to be called, in pieces and with pauses, as a file is read. */
const corpus: Corpus = {
  key: 'large',
  async *rows() {
    for (let row = 0; row < documents.length; row += 100) {
      await new Promise((resolve) => setImmediate(resolve));
      yield* corpusOf('piece', documents.slice(row, row + 100)).rows();
    }
  },
};

const ranked = async (size: number) => {
  const { run } = await bm25().open(corpus, { ...testTools(), workers: workers(size) });
  const queries = ['fever note17', '発熱 tremor note3999', 'gout'].map((text, i) => ({
    id: queryId(`q${i}`),
    text,
  }));
  return (await run(queries)).map(({ hits }) => hits);
};

it('worker threads build the very index that one thread builds', async () => {
  const alone = await ranked(1);
  expect(alone[0]![0]!.docId).toBe('n17');
  expect(await ranked(5)).toEqual(alone);
});
