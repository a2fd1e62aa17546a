import type { FolderFormat } from './folder-format.js';

/** The layout of the BEIR benchmark's archives, with one judgements file for each split. */
export const beir: FolderFormat = {
  called: 'a BEIR folder',
  rows: 'json-lines',
  files: {
    corpus: ['corpus.jsonl'],
    queries: ['queries.jsonl'],
    judgements: ['qrels/test.tsv', 'qrels/dev.tsv', 'qrels/train.tsv'],
  },
  fields: { id: '_id', title: 'title' },
};
