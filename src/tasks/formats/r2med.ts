import type { FolderFormat } from './folder-format.js';

/** The files of R2MED's hub repositories. Its README promises `qrels.txt`, its code reads `qrels.jsonl`: both work. */
export const r2med: FolderFormat = {
  called: 'an R2MED folder',
  files: { corpus: ['corpus.jsonl'], queries: ['query.jsonl'], judgements: ['qrels.jsonl', 'qrels.txt'] },
  fields: { id: 'id', positives: 'doc_id', answer: 'answer', bodySystem: 'body_system' },
};
