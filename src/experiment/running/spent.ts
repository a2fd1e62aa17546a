import type { JsonObject } from '../../core/index.js';
import { type Facts, factParts, type ResultRecord } from '../record/index.js';

/** What models took, where stages say so, those of fused systems included. */
export const costOf = (facts: JsonObject): ResultRecord['cost'] => {
  const spent = factParts(facts).flatMap(({ embedder, writing, reranking }) => [
    embedder,
    writing,
    reranking,
  ]);
  return {
    tokensIn: sum(spent, ({ tokens, tokensIn }) => tokensIn ?? tokens),
    tokensOut: sum(spent, ({ tokensOut }) => tokensOut),
    usd: sum(spent, ({ usd }) => usd),
  };
};

/** Queries that a reranker left as they were, since nothing could be made of what it said. */
export const unchangedQueries = ({ facts }: Pick<ResultRecord, 'facts'>): number =>
  sum(
    factParts(facts).map(({ reranking }) => reranking),
    ({ unchanged }) => unchanged,
  );

type Usage = Facts['reranking'];

const sum = (spent: readonly Usage[], of: (each: NonNullable<Usage>) => number | undefined): number =>
  spent.reduce((all, each) => all + ((each && of(each)) ?? 0), 0);
