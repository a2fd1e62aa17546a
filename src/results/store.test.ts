import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../test/written-folder.js';
import { docId, queryId } from '../core/index.js';
import type { Result } from '../record/index.js';
import { fileSafe, readResult, readResults, resultFolder, writeResult } from './store.js';

const result: Result = {
  record: {
    version: 1,
    system: 'bm25',
    name: 'bm25',
    spec: { k1: 0.9 },
    fingerprint: 'f',
    task: {
      name: 'Biology',
      suite: 'sample',
      revision: 'r',
      contentHash: 'h',
      queries: 1,
      documents: 2,
      uniqueDocuments: 2,
      judgements: 1,
      notes: [],
    },
    evaluation: {
      ties: 'id-descending',
      missing: 'zero',
      judgedQueries: 1,
      missingQueries: 0,
      unjudgedQueries: 0,
    },
    scores: { 'nDCG@10': 1 / 3 },
    intervals: { 'nDCG@10': [0.1, 0.5] },
    cost: { tokensIn: 0, tokensOut: 0, usd: 0 },
    timings: { open: 0.1, search: 0.2, evaluate: 0 },
    facts: {},
    provenance: {
      tool: 'r2med',
      at: '2026-01-01T00:00:00.000Z',
      node: 'v20',
      platform: 'linux-x64',
      cores: 2,
    },
  },
  queries: [{ id: 'q', scores: { 'nDCG@10': 1 / 3 }, ranks: { a: 1, b: null }, hits: 1 }],
};
const run = new Map([[queryId('q'), [{ docId: docId('a'), score: 1 }]]]);

describe('the store', () => {
  it('gives back what was written, unrounded', async () => {
    const folder = resultFolder(writtenFolder(), 'bm25', 'Biology');
    await writeResult(folder, result, run);
    expect(await readResult(folder)).toEqual(result);
    expect(readdirSync(folder).sort()).toEqual(['queries.jsonl', 'record.json', 'run.trec']);
  });

  it('finds every result below a folder, and nothing in an empty one', async () => {
    const out = writtenFolder();
    expect(await readResults(out)).toEqual([]);
    for (const system of ['bm25', 'lsa'])
      await writeResult(resultFolder(out, system, 'Biology'), result, run);
    expect(await readResults(out)).toHaveLength(2);
  });

  it('a folder without a record is no result, even with other files in it', async () => {
    const out = writtenFolder({ 'bm25/Biology/run.trec': 'q Q0 a 1 1 bm25\n' });
    expect(await readResult(join(out, 'bm25', 'Biology'))).toBeUndefined();
    expect(await readResults(out)).toEqual([]);
  });

  it.each(['{', '{"version": 2}', 'null'])(
    'a record that reads %s is an error that names the file',
    async (text) => {
      const out = writtenFolder();
      const folder = join(out, 'bm25', 'Biology');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'record.json'), text);
      await expect(readResult(folder)).rejects.toThrow(
        `${join(folder, 'record.json')}: a result that cannot be read`,
      );
    },
  );
});

describe('a name as part of a path', () => {
  it('stays as it is when it is harmless', () => {
    expect(fileSafe('MedXpertQA-Exam')).toBe('MedXpertQA-Exam');
    expect(fileSafe('Größe 2')).toBe('Größe 2');
  });

  it.each(['..', '.', '', 'a/b', 'a\\b', 'C:', 'con*', '\u0000', 'dot.', ' '])(
    '"%s" is made harmless',
    (name) => {
      const safe = fileSafe(name);
      expect(safe).not.toMatch(/[/\\:*\u0000]|^\.*$|[. ]$/);
    },
  );

  it('distinct names stay distinct', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => a === b || fileSafe(a) !== fileSafe(b)));
  });
});
