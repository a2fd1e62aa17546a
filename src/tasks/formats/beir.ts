import type { FolderFormat } from './folder-format.js';

/**
 * The layout of the BEIR benchmark's archives, with one judgements file for each split; tables instead of JSON lines are read too, and
 * MTEB's judgements in JSON lines. */
export const beir: FolderFormat = {
  called: 'a BEIR folder',
  files: {
    corpus: ['corpus.jsonl', 'corpus.tsv', 'corpus.csv'],
    queries: ['queries.jsonl', 'queries.tsv', 'queries.csv'],
    judgements: ['qrels/{split}.tsv', 'qrels/{split}.jsonl', 'qrels.tsv'],
  },
  fields: { id: '_id', title: 'title' },
};

/** The splits whose judgements are read where none is named: the first of these that is there. */
export const BEIR_SPLITS: readonly string[] = ['test', 'dev', 'train'];
