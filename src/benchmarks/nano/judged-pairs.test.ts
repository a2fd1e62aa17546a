import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../../test/support/written-folder.js';
import { docId, queryId } from '../../core/index.js';
import { openFolder } from '../../tasks/index.js';
import { bySign, judgedPairs } from './judged-pairs.js';

const documents = jsonl({ id: 'a', text: 'one' }, { id: 'b', text: 'two' });
const queries = jsonl({ id: 'p', text: 'first' }, { id: 'q', text: 'second' });
const beir = {
  'corpus.jsonl': jsonl({ _id: 'a', text: 'one' }, { _id: 'b', text: 'two' }),
  'queries.jsonl': jsonl({ _id: 'p', text: 'first' }, { _id: 'q', text: 'second' }),
};
const rows = [
  { q_id: 'q', p_id: 'a', score: 1 },
  { q_id: 'p', p_id: 'b', score: 0 },
  { q_id: 'q', p_id: 'a', score: 1 },
  { q_id: 'q', p_id: 'b', score: 2 },
];
const inFileOrder = [
  { query: 'q', document: 'a', grade: 1 },
  { query: 'p', document: 'b', grade: 0 },
  { query: 'q', document: 'b', grade: 2 },
];
const pairsOf = async (files: Parameters<typeof writtenFolder>[0]) =>
  judgedPairs(await openFolder(writtenFolder(files)));

describe('the judgements of a task, pair by pair', () => {
  it.each([
    ['JSON lines', { 'qrels.jsonl': jsonl(...rows) }],
    ['gzip', { 'qrels.jsonl.gz': gzipSync(jsonl(...rows)) }],
    ['TREC', { 'qrels.txt': 'q 0 a 1\np 0 b 0\nq 0 a 1\nq 0 b 2\n' }],
  ])('stand in the order of their file, each once: %s', async (_, judgements) => {
    expect(await pairsOf({ 'corpus.jsonl': documents, 'query.jsonl': queries, ...judgements })).toEqual(
      inFileOrder,
    );
  });

  it.each(['query-id\tcorpus-id\tscore\n', ''])(
    "stand so in BEIR's tables, with the heading %j",
    async (head) => {
      const table = `${head}q\ta\t1\np\tb\t0\nq\tb\t2\n`;
      expect(await pairsOf({ ...beir, 'qrels/test.tsv': table })).toEqual(inFileOrder);
    },
  );

  it("go by query where the query file's own lists are all there is", async () => {
    const listed = jsonl(
      { id: 'p', text: 'first', doc_id: ['b'] },
      { id: 'q', text: 'second', doc_id: ['a'] },
    );
    expect(await pairsOf({ 'corpus.jsonl': documents, 'query.jsonl': listed })).toEqual([
      { query: 'p', document: 'b', grade: 1 },
      { query: 'q', document: 'a', grade: 1 },
    ]);
  });

  it('go by query where the file says something else than the task', async () => {
    const task = await openFolder(
      writtenFolder({ 'corpus.jsonl': documents, 'query.jsonl': queries, 'qrels.jsonl': jsonl(...rows) }),
    );
    const judgements = new Map([[queryId('q'), new Map([[docId('a'), 3]])]]);
    expect(await judgedPairs({ ...task, judgements })).toEqual([{ query: 'q', document: 'a', grade: 3 }]);
    const { judgementsFile: _, ...elsewhere } = task;
    expect((await judgedPairs(elsewhere)).map(({ query }) => query)).toEqual(['q', 'q', 'p']);
  });
});

describe('judgements by sign', () => {
  const pair = (query: string, document: string, grade?: number) => ({
    query: queryId(query),
    document: docId(document),
    ...(grade !== undefined && { grade }),
  });

  it('are positive above 0, and without a grade; the others are hard negatives', () => {
    const { positives, hardNegatives } = bySign([
      pair('q', 'a', 0.5),
      pair('q', 'b'),
      pair('q', 'c', 0),
      pair('q', 'd', -1),
    ]);
    expect(positives.map(({ document }) => document)).toEqual(['a', 'b']);
    expect(hardNegatives.map(({ document }) => document)).toEqual(['c', 'd']);
  });

  it('are there once, and ids that run together are not mixed up', () => {
    const { positives } = bySign([pair('q', '1a', 1), pair('q1', 'a', 1), pair('q', '1a', 2)]);
    expect(positives).toEqual([pair('q', '1a', 1), pair('q1', 'a', 1)]);
  });
});
