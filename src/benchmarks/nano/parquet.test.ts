import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../core/index.js';
import type { CandidateList } from './candidate-lists.js';
import type { NanoSet } from './nano-set.js';
import { tablesOf } from './parquet.js';

const setOf = (texts: readonly string[], pairs: readonly (readonly [string, string])[] = []): NanoSet => ({
  split: 'Split',
  queries: [{ id: queryId('q'), text: 'fever' }],
  documents: texts.map((text, i) => ({ id: docId(`d${i}`), text })),
  positives: pairs.map(([query, document]) => ({ query: queryId(query), document: docId(document) })),
  leftOut: {
    queriesWithoutText: 0,
    queriesWithoutPositive: 0,
    repeatedQueries: 0,
    queriesWithoutKeptPositive: 0,
    repeatedTexts: 0,
    positivesNotKept: 0,
    positivesBeyondDepth: 0,
  },
});

const listOf = (config: string, lists: Readonly<Record<string, readonly string[]>>): CandidateList => ({
  config,
  kind: 'bm25',
  system: config,
  spec: null,
  documents: new Map(Object.entries(lists).map(([query, ids]) => [queryId(query), ids.map(docId)])),
  safeguards: 0,
});

const buffer = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;
const read = (bytes: Uint8Array) => parquetReadObjects({ file: buffer(bytes) });

describe('the Parquet tables of a split', () => {
  it('have the columns of the published sets, in their order', async () => {
    const tables = await tablesOf(setOf(['gout'], [['q', 'd0']]), [listOf('bm25', { q: ['d0'] })]);
    const columns = await Promise.all(
      [...tables].map(async ([config, bytes]) => [config, Object.keys((await read(bytes))[0]!)]),
    );
    expect(columns).toEqual([
      ['corpus', ['_id', 'text']],
      ['queries', ['_id', 'text']],
      ['qrels', ['query-id', 'corpus-id']],
      ['bm25', ['query-id', 'corpus-ids']],
    ]);
  });

  it('are compressed with Snappy and hold no text outside their pages', async () => {
    const bytes = (await tablesOf(setOf(['gout']), [])).get('corpus')!;
    const { row_groups: groups } = parquetMetadata(buffer(bytes));
    for (const { columns } of groups)
      for (const { meta_data: column } of columns) {
        expect(column!.codec).toBe('SNAPPY');
        expect(column!.statistics).toBeUndefined();
      }
  });

  it('hold lists of any length, empty ones too', async () => {
    const lists = { p: [], q: ['d0', 'd1'], r: Array.from({ length: 500 }, (_, i) => `d${i}`) };
    const tables = await tablesOf(setOf(['gout']), [listOf('bm25', lists)]);
    expect(await read(tables.get('bm25')!)).toEqual(
      Object.entries(lists).map(([query, ids]) => ({ 'query-id': query, 'corpus-ids': ids })),
    );
  });

  it('hold more rows than a row group', async () => {
    const texts = Array.from({ length: 2500 }, (_, i) => `note ${i} `.repeat(1 + (i % 50)));
    const rows = await read((await tablesOf(setOf(texts), [])).get('corpus')!);
    expect(rows.map(({ text }) => text)).toEqual(texts);
  });

  it('give back any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), async (texts) => {
        const rows = await read((await tablesOf(setOf(texts), [])).get('corpus')!);
        expect(rows).toEqual(texts.map((text, i) => ({ _id: `d${i}`, text })));
      }),
    );
  });
});
