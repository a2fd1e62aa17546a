import { meanOf } from '../../../evaluation/statistics/index.js';
import { meansByQuery } from './figure.js';
import { type Group, group, percent, rank } from './group.js';
import type { Settled } from './options.js';
import { inFrontOf } from './placement.js';
import { bestRanks, needOfPair, type TextView, valuesOf } from './text-view.js';

/** Which BM25 and which rule of ranks: part of every definition that uses them. */
export const bm25Sentence = (analyzer: string): string =>
  `BM25 of the preset bm25 (k1 0.9, b 0.4, query weighted too) with the analyzer ${analyzer}; all documents are ranked.`;

export const RANK_RULE =
  'Documents of equal score share the mean of their ranks, so one that shares no term with the text is in the middle of all that share none.';

/** The definition of the headline for any text that is searched for. */
export const needDefinition = (textTitle: string, analyzer: string): string =>
  `For a relevant document, f is the share of the documents that are not relevant and score higher than it for the ${textTitle}; equal scores count half. ` +
  `Its need is 1 + log10(max(f, 0.001)) / 3: 0 if at most one in a thousand scores higher, 1/3 for one in a hundred, 2/3 for one in ten, 1 for all; a document drawn at random has 0.86 on average. ` +
  `Mean over a query's relevant documents, then over queries. ${bm25Sentence(analyzer)}`;

/** Depths at which people look. */
const DEPTHS = [10, 100] as const;

/** Does a search by words find the relevant documents? */
export const bm25Group = (view: TextView, { analyzer, seed }: Settled): Group => {
  const definedBy = bm25Sentence(analyzer);
  const best = bestRanks(view);
  return group(
    { name: 'search-by-words', question: 'Does a search by words find the relevant documents?' },
    seed,
    [
      {
        name: 'bm25.score.query-relevant',
        title: 'BM25 score of relevant documents',
        definition: `Score of a relevant document for its query. ${definedBy} Mean over a query's relevant documents, then over queries.`,
        unit: 'score',
        values: valuesOf(view.pairs, ({ placement }) => placement.score),
      },
      {
        name: 'bm25.rank.query-relevant',
        title: 'BM25 rank of relevant documents',
        definition: `Rank of a relevant document for its query. ${definedBy} ${RANK_RULE} Mean over a query's relevant documents, then over queries.`,
        unit: 'rank',
        values: valuesOf(view.pairs, ({ placement }) => placement.rank),
      },
      {
        name: 'bm25.rank.best',
        title: 'BM25 rank of the best relevant document',
        definition: `Lowest rank of a query's relevant documents. ${definedBy} ${RANK_RULE}`,
        unit: 'rank',
        values: best,
      },
      ...DEPTHS.map((depth) => ({
        name: `bm25.top-${depth}`,
        title: `queries with a relevant document in BM25's top ${depth}`,
        definition: `1 if the best relevant document of a query has rank ${depth} or lower, else 0. ${definedBy} ${RANK_RULE}`,
        unit: 'share' as const,
        values: best.map((value) => ({ ...value, value: value.value <= depth ? 1 : 0 })),
      })),
    ],
    (mean) => {
      // The logarithms of shares are averaged: a geometric mean.
      const typical = inFrontOf(meanOf([...meansByQuery(valuesOf(view.pairs, needOfPair)).values()]));
      return `BM25 has a relevant document in its top 10 for ${percent(mean('bm25.top-10')!)} of the queries; a relevant document typically has ${percent(typical)} of the others in front of it (mean rank ${rank(mean('bm25.rank.query-relevant')!)}).`;
    },
  );
};
