import { type Paper, type PaperRow, publishedPapers } from './papers.js';
import type { PublishedSource, PublishedSystem } from './published.js';

/** Decimals of a share that papers print as percent with two. */
const DECIMALS = 4;

/** The rows of papers on a suite that registered models run and that have scores task by task, as published tables. */
export const paperSources = (suite: string): readonly PublishedSource[] => {
  const { suite: of, measure, papers } = publishedPapers();
  if (of !== suite) return [];
  return papers.map((paper) => ({
    source: paper.id,
    from: paper.title,
    protocol: 'as the paper says of each row',
    suite,
    decimals: DECIMALS,
    systems: paper.rows.flatMap((row) =>
      row.expression && row.scores ? [asSystem(paper, row, measure)] : [],
    ),
  }));
};

const asSystem = (paper: Paper, row: PaperRow, measure: string): PublishedSystem => ({
  system: row.system,
  expression: row.expression,
  kind: row.reranker === undefined ? 'retriever' : 'reranker',
  config: row.system,
  retriever: row.retriever,
  status: 'current',
  origin: {
    project: paper.repository ?? paper.title,
    revision: paper.commit ?? paper.version ?? paper.date,
    path: paper.path ?? paper.table ?? '',
  },
  scores: Object.fromEntries(
    Object.entries(row.scores ?? {}).map(([task, score]) => [task, { [measure]: score }]),
  ),
});
