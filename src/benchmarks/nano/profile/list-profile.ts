import type { DocId, Hit, Judgements, QueryId, Run } from '../../../core/index.js';
import { evaluate, HitRate, MicroRecall, nDCG, Recall } from '../../../evaluation/measures/index.js';
import { type Spread, spread } from '../../../tasks/index.js';

/** The lists that a Nano set is described by. */
export type ListKind = 'bm25' | 'dense' | 'hybrid';

/** Rankings of a task's queries and where they come from. */
export interface SourceList {
  readonly kind: ListKind;
  /** As `--retriever` names it: `stored:bm25`, `bm25-hakari`. */
  readonly system: string;
  readonly origin: 'stored' | 'computed';
  readonly run: Run;
  /** Queries whose list ends with a positive that was put there. */
  readonly safeguards?: ReadonlySet<QueryId>;
}

export interface ListProfile extends Omit<SourceList, 'run' | 'safeguards'> {
  /** Lists that end with a safeguard, which does not count in the scores. */
  readonly safeguards: number;
  readonly scores: Readonly<Record<ProfileMeasure, number>>;
  /** Hits per query. */
  readonly candidates: Spread;
  /** Share of the task's queries that have a list. */
  readonly coverage: number;
}

/** A list as a ranking. It carries no scores: these count down to 1, so that the order stays. */
export const rankingOf = (ids: readonly DocId[]): readonly Hit[] =>
  ids.map((docId, place) => ({ docId, score: ids.length - place }));

/** What a Nano profile says of a list: recall twice, since the published one is not the mean of queries. */
export const PROFILE_MEASURES = ['nDCG@10', 'Hit@10', 'MicroRecall@100', 'Recall@100'] as const;
/** A measure of a candidate list's profile. */
export type ProfileMeasure = (typeof PROFILE_MEASURES)[number];

/**
 * Scores a list by HAKARI-Bench's rules: equal scores by id, ascending; the mean is over the queries that have a list, judged
 * or not; what recall is of, all of the task's positives, found or not, does not depend on the lists.
 */
export const profileList = (
  { run, safeguards, ...list }: SourceList,
  judgements: Judgements,
  queries: readonly { readonly id: QueryId }[],
): ListProfile => {
  // Behind 100 candidates a safeguard is out of sight anyway; in shorter lists it would pass for something found.
  const found: Run = new Map(
    [...run].map(([id, hits]) => [id, safeguards?.has(id) ? hits.slice(0, -1) : hits]),
  );
  const ranked: Judgements = new Map([...run.keys()].map((id) => [id, judgements.get(id) ?? new Map()]));
  const rule = { ties: 'id-ascending', missing: 'zero' } as const;
  const { means } = evaluate(found, ranked, [nDCG.at(10), HitRate.at(10), Recall.at(100)], rule);
  const pooled = evaluate(found, judgements, [MicroRecall.at(100)], rule).means;
  const scores = { ...means, ...pooled };
  return {
    ...list,
    safeguards: safeguards?.size ?? 0,
    scores: Object.fromEntries(
      PROFILE_MEASURES.map((name) => [name, scores[name]!]),
    ) as ListProfile['scores'],
    candidates: spread([...run.values()].map(({ length }) => length)),
    coverage: queries.length > 0 ? queries.filter(({ id }) => run.has(id)).length / queries.length : 0,
  };
};
