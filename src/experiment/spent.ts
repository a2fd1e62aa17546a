import type { Json, JsonObject } from '../core/index.js';
import { factParts, type ResultRecord } from '../record/index.js';

/** What a stage that uses a model says it took. */
interface Spent {
  /** Of models that only read. */
  readonly tokens?: number;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly usd?: number;
  readonly unchanged?: number;
}

const STAGES = ['embedder', 'writing', 'reranking'] as const;

/** What models took, where stages say so, those of fused systems included. */
export const costOf = (facts: JsonObject): ResultRecord['cost'] => {
  const spent = factParts(facts as ResultRecord['facts']).flatMap((part) =>
    STAGES.map((name) => spentBy(part[name])),
  );
  return {
    tokensIn: sum(spent, ({ tokens, tokensIn }) => tokensIn ?? tokens),
    tokensOut: sum(spent, ({ tokensOut }) => tokensOut),
    usd: sum(spent, ({ usd }) => usd),
  };
};

/** Queries that a reranker left as they were, since nothing could be made of what it said. */
export const unchangedQueries = ({ facts }: Pick<ResultRecord, 'facts'>): number =>
  sum(
    factParts(facts).map(({ reranking }) => spentBy(reranking)),
    ({ unchanged }) => unchanged,
  );

const spentBy = (said: Json | undefined): Spent => (said ?? {}) as Spent;

const sum = (spent: readonly Spent[], of: (each: Spent) => number | undefined): number =>
  spent.reduce((all, each) => all + (of(each) ?? 0), 0);
