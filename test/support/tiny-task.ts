import { type TaskEntry, taskEntry } from '../../src/tasks/index.js';
import type { ServedFile } from './hub-server.js';

export const REPOSITORY = 'Tests/Tiny';
export const REVISION = '0123456789abcdef0123456789abcdef01234567';

const jsonLines = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const documents = Array.from({ length: 40 }, (_, i) => ({ id: `d${i}`, text: `finding number ${i}` }));
const queries = [
  { id: 'q1', text: 'which finding?' },
  { id: 'q2', text: 'and which else?' },
];
const judgements = [
  { q_id: 'q1', p_id: 'd1', score: 1 },
  { q_id: 'q2', p_id: 'd2', score: 1 },
];

/** A small task as a hub stores one: the corpus outside git, the rest in it. */
export const TINY: Readonly<Record<string, ServedFile>> = {
  'README.md': { content: 'A small task.\n' },
  'corpus.jsonl': { content: jsonLines(documents), lfs: true },
  'query.jsonl': { content: jsonLines(queries) },
  'qrels.jsonl': { content: jsonLines(judgements) },
};

/** The catalogue's row for it. */
export const tinyRow = (changes: Partial<TaskEntry> = {}): TaskEntry => ({
  ...taskEntry('r2med', 'Biology'),
  name: 'Tiny',
  suite: 'tests',
  source: { from: 'hub', repository: REPOSITORY, revision: REVISION },
  counts: { queries: 2, documents: 40, uniqueDocuments: 40, judgements: 2 },
  ...changes,
});
