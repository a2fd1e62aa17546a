import {
  type DocId,
  type Document,
  fullText,
  type Grades,
  givenScore,
  type Hit,
  type Ranking,
  relevantIn,
  type StageExplanation,
  type StageScore,
} from '../../core/index.js';
import {
  type ExplainedHit,
  type GoldDocument,
  matchesIn,
  type NearestMiss,
} from '../../experiment/record/index.js';
import { nearestMiss } from './nearest-miss.js';
import { settledScore } from './settled-score.js';
import { sharedTerms } from './shared-terms.js';

/** A ranking, what its stages say of it, and what is to be shown. */
export interface RankingToExplain {
  readonly system: string;
  readonly hits: Ranking;
  readonly grades: Grades;
  readonly explained: StageExplanation;
  readonly documents: ReadonlyMap<DocId, Document>;
  /** How many of the first hits are shown. */
  readonly shown: number;
  readonly texts: boolean;
}

export interface ExplainedRanking {
  readonly hits: readonly ExplainedHit[];
  readonly gold: readonly GoldDocument[];
  readonly nearestMiss: NearestMiss | null;
  /** The best relevant document as its stages see it, and the first hit. */
  readonly best: { readonly rank: number | null; readonly explained: StageScore | undefined } | undefined;
  readonly first: StageScore | undefined;
  /** Hits whose stages give another score now than the ranking holds. */
  readonly differing: number;
}

/** Documents that stages are asked about: the first hits, every relevant one, and the one that beat the best of those. */
export const documentsToExplain = (hits: Ranking, grades: Grades, shown: number): readonly DocId[] => {
  const gold = relevantIn(grades);
  const best = hits.findIndex(({ docId }) => gold.includes(docId));
  const before = best < 0 ? hits.slice(-1) : hits.slice(Math.max(0, best - 1), best);
  const first = hits.slice(0, Math.max(1, shown));
  return [...new Set([...first, ...before].map(({ docId }) => docId).concat(gold))];
};

/** Joins a ranking with what its stages say, so that parts always add up to the stored scores. */
export const explainRanking = (input: RankingToExplain): ExplainedRanking => {
  const { system, hits, grades, explained, shown } = input;
  const ranks = new Map(hits.map(({ docId }, i) => [docId, i + 1]));
  const gold = new Set(relevantIn(grades));
  let differing = 0;
  const scoreOf = ({ docId, score }: Hit): StageScore => {
    const stageScore = explained.scores.get(docId);
    const settled = stageScore && settledScore(stageScore, score);
    if (stageScore && !settled) differing += 1;
    return settled ?? givenScore(system, score);
  };
  const contender = (hit: Hit) => {
    const own = scoreOf(hit);
    return { docId: hit.docId, rank: ranks.get(hit.docId)!, score: hit.score, explained: own };
  };
  const asked = new Set(documentsToExplain(hits, grades, shown));
  const contenders = new Map(
    hits.filter(({ docId }) => asked.has(docId)).map((hit) => [hit.docId, contender(hit)]),
  );
  const shownHits = [...contenders.values()].filter(({ docId, rank }) => rank <= shown || gold.has(docId));
  const goldDocuments = [...gold]
    .map((docId): GoldDocument => goldDocument(docId, input, contenders.get(docId)))
    .sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity));
  const [top] = goldDocuments;
  const best = top && {
    docId: top.docId,
    rank: top.rank,
    score: top.score,
    explained: contenders.get(top.docId as DocId)?.explained ?? top.explained,
  };
  return {
    hits: shownHits.map(({ docId, rank, explained: { sentences, ...own } }) => ({
      docId,
      rank,
      ...own,
      gold: gold.has(docId),
      ...textOf(docId, input),
      matches: matchesIn(own.parts),
      ...(sentences && { sentences }),
    })),
    gold: goldDocuments,
    nearestMiss: nearestMiss(best, [...contenders.values()]),
    best,
    first: hits[0] && contenders.get(hits[0].docId)?.explained,
    differing,
  };
};

const goldDocument = (
  docId: DocId,
  input: RankingToExplain,
  found: { readonly rank: number; readonly score: number; readonly explained: StageScore } | undefined,
): GoldDocument => {
  const { grades, explained } = input;
  const stageScore = found?.explained ?? explained.scores.get(docId);
  // A score that cannot be known, as that of codes of a document which was not found, is none.
  const own =
    stageScore && Number.isFinite(stageScore.score) ? settledScore(stageScore, stageScore.score) : undefined;
  const shared = own && explained.terms !== undefined ? sharedTerms(own) : undefined;
  return {
    docId,
    grade: grades.get(docId)!,
    rank: found?.rank ?? null,
    score: found?.score ?? null,
    ...textOf(docId, input),
    ...(shared && { shared: { terms: shared.length, of: explained.terms! } }),
    ...(!found && own && { explained: { ...own, rank: null } }),
  };
};

const textOf = (docId: DocId, { documents, texts }: RankingToExplain) => {
  const document = documents.get(docId);
  if (!document || !texts) return {};
  return { text: fullText(document), ...(document.title && { title: document.title }) };
};
