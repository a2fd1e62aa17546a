import type { FolderFormat } from './folder-format.js';

/** The layout of HAKARI-Bench's Nano sets on the hub: a folder for each configuration, in it a Parquet file for each split. */
export const nano: FolderFormat = {
  called: 'a Nano folder',
  files: {
    corpus: ['corpus/{split}.parquet'],
    queries: ['queries/{split}.parquet'],
    judgements: ['qrels/{split}.parquet'],
  },
  fields: { id: '_id', title: 'title' },
};

/** The candidate lists that NanoR2MED publishes with its tasks, as its configurations are called. */
export const NANO_CANDIDATES = ['bm25', 'harrier_oss_v1_270m', 'reranking_hybrid'] as const;
