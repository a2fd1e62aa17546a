/** Measures a reader may choose, the usual one first, with what must be known to compare them. */
export const MEASURES: Readonly<Record<string, string | undefined>> = {
  'nDCG@10': undefined,
  'nDCG@100': undefined,
  'Recall@10': 'share of a query’s relevant documents that were found, mean over queries',
  'Recall@100': 'share of a query’s relevant documents that were found, mean over queries',
  'MicroRecall@100': 'relevant documents found for all queries together, over all that there are',
  'MAP@10': undefined,
  'MAP@100': undefined,
  'P@10': undefined,
  MRR: undefined,
  'Hit@10': 'share of queries with a relevant document among the hits',
};

/** The names of all of them. */
export const BOARD_MEASURES = Object.keys(MEASURES);
