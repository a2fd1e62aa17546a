import type { ExplainedScore, ScorePart } from '../../core/index.js';
import { isCommon, sharedTerms } from './shared-terms.js';

/** What the sentence is made of. */
export interface WhyFacts {
  /** Best relevant document; undefined where none is known. */
  readonly gold?: {
    readonly rank: number | null;
    readonly explained: Omit<ExplainedScore, 'rank'> | undefined;
  };
  readonly found: number;
  /** Different terms that were searched with. */
  readonly terms: number | undefined;
  /** Whether something was written for the query. */
  readonly isRewritten: boolean;
  readonly first: Omit<ExplainedScore, 'rank'> | undefined;
  /** A text of the user's, for which nothing is judged. */
  readonly isByHand: boolean;
}

/** Why, in one line: "relevant at 214: shares 2 of 61 terms with the query, both common". */
export const whyLine = (facts: WhyFacts): string => {
  const { gold, found, first, isByHand } = facts;
  if (found === 0) return 'nothing was found';
  if (isByHand) return ofGold({ ...facts, gold: { rank: 1, explained: first } }, 'first hit');
  if (!gold) return 'no relevant document is known for this query';
  const place =
    gold.rank === null
      ? `no relevant document among the ${found} found`
      : gold.rank === 1
        ? 'relevant first'
        : `relevant at ${gold.rank}`;
  return ofGold(facts, place);
};

const ofGold = (facts: WhyFacts, place: string): string => {
  const { explained } = facts.gold!;
  const reason = explained && REASONS[explained.kind]?.(explained.parts, facts);
  return reason ? `${place}: ${reason}` : place;
};

type Reason = (parts: readonly ScorePart[], facts: WhyFacts) => string | undefined;

const byTerms: Reason = (_parts, { gold, terms, isRewritten }) => {
  const shared = sharedTerms(gold!.explained!) ?? [];
  const searched = isRewritten ? 'the search text' : 'the query';
  if (shared.length === 0) return `shares no term with ${searched}`;
  const of = terms === undefined ? `${shared.length}` : `${shared.length} of ${terms}`;
  return `shares ${of} ${terms === 1 ? 'term' : 'terms'} with ${searched}${commonness(shared)}`;
};

const commonness = (shared: readonly ScorePart[]): string => {
  const known = shared.every(({ details }) => details && 'idf' in details);
  if (known && shared.every(isCommon))
    return shared.length === 1 ? ', a common one' : shared.length === 2 ? ', both common' : ', all common';
  return `, most by "${shared[0]!.name}"`;
};

const byVectors: Reason = (_parts, { gold, first }) => {
  const own = `${gold!.explained!.score.toFixed(3)} near the query`;
  return gold!.rank === 1 || !first ? own : `${own}, the first hit ${first.score.toFixed(3)}`;
};

const byLists: Reason = (parts) =>
  parts
    .map(({ name, details = {} }) =>
      typeof details.rank === 'number' ? `${details.rank} in ${name}` : `not found by ${name}`,
    )
    .join(', ');

const byModel: Reason = ([part], { gold }) => {
  const before = part?.details?.['rank before'];
  if (typeof before !== 'number') return undefined;
  const moved = before === gold!.rank ? 'as before reranking' : `${before} before reranking`;
  return moved;
};

const REASONS: Readonly<Partial<Record<ExplainedScore['kind'], Reason>>> = {
  terms: byTerms,
  weights: byTerms,
  vectors: byVectors,
  tokens: byVectors,
  lists: byLists,
  model: byModel,
};
