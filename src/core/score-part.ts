import type { Document } from './corpus.js';
import type { DocId } from './ids.js';
import type { GeneratedText } from './query.js';
import type { Ranking } from './ranking.js';

/** Characters from `0` up to but not including `1` of a text, as JavaScript counts them (UTF-16 code units). */
export type TextRange = readonly [from: number, to: number];

/**
 * What the parts of a score are:
 * - `terms`: words of the query that the document says (BM25)
 * - `weights`: entries of a vocabulary that both vectors weigh (learned sparse vectors)
 * - `tokens`: tokens of the query, each with the nearest token of the document (late interaction)
 * - `vectors`: the texts that were searched with, each by its vector (dense vectors, LSA)
 * - `lists`: rankings that were fused
 * - `model`: a reranker's score of the document
 * - `given`: one number that came from outside: a stored list, a search system
 */
export type ScoreKind = 'terms' | 'weights' | 'tokens' | 'vectors' | 'lists' | 'model' | 'given';

/** One of the numbers whose sum is a score. */
export interface ScorePart {
  /** A term, a token, the name of a list or of a model. */
  readonly name: string;
  /** Of a term: how the document writes it, where that is not its name. */
  readonly word?: string;
  /** What it adds to the score. */
  readonly value: number;
  /** What the value was made of, by name, in the order of the formula: idf, times, length; rank, weight. */
  readonly details?: Readonly<Record<string, number | string>>;
  /** Where the document says it: places in `fullText` of the document, in order, without overlaps. */
  readonly ranges?: readonly TextRange[];
  /** The score that this part was made from, as another stage gave it: of a fused list, or before reranking. */
  readonly from?: ExplainedScore;
}

/** A part's name as people read it: a word as it is written, not its stem. */
export const shownName = ({
  name,
  word = name,
}: {
  readonly name: string;
  readonly word?: string | undefined;
}): string => word;

/** A sentence of a document and how near it is to the query, by the vectors of the same model. */
export interface NearSentence {
  readonly range: TextRange;
  readonly score: number;
}

/** Why one document scores as it does at one stage. */
export interface ExplainedScore {
  readonly kind: ScoreKind;
  readonly score: number;
  /** Its place in the ranking of this stage, from 1; null where the stage did not return it. */
  readonly rank: number | null;
  /** They add up to the score, as 32-bit floats compare it. Largest first. */
  readonly parts: readonly ScorePart[];
  /** Of dense vectors: the nearest sentences of the document, nearest first. */
  readonly sentences?: readonly NearSentence[];
}

/** The same, by the stage that gives the score: it need not know the ranking. */
export type StageScore = Omit<ExplainedScore, 'rank'>;

/** A query as it was searched with after it was expanded by the terms of what it found. */
export interface ExpandedQuery {
  /** The stage that expanded it: `rm3`. */
  readonly by: string;
  /** The heaviest first. `source`: whose term it is, the query's, that of the documents read, or of both. */
  readonly terms: readonly {
    readonly term: string;
    readonly weight: number;
    readonly source: 'query' | 'documents' | 'both';
  }[];
}

/** Which of several systems answered a query, and by what. */
export interface ChosenSystem {
  /** The stage that chose: `gate`, `route`. */
  readonly by: string;
  /** The system that answered. */
  readonly system: string;
  /** In the order in which they were measured; the last one decided. Empty where nothing is measured. */
  readonly features: readonly {
    readonly name: string;
    readonly value: number | string;
    /** From here on the second system answers. */
    readonly threshold?: number;
  }[];
}

/** What a stage says of some documents. */
export interface StageExplanation {
  /** By document; one that cannot be explained is left out. */
  readonly scores: ReadonlyMap<DocId, StageScore>;
  /** Of a search by terms: how many different terms it had. */
  readonly terms?: number;
  /** What the query became, where its own first list expanded it. */
  readonly expanded?: readonly ExpandedQuery[];
  /** Which system answered, where a stage chooses between several; what the chosen one chose itself comes after. */
  readonly chosen?: readonly ChosenSystem[];
  /** What was written for the query, if that is not in the ranking's own query. */
  readonly generated?: readonly GeneratedText[];
  /** What a language model answered when it put the documents in order, call by call. */
  readonly answers?: readonly string[];
  /** What is no longer cached, each a phrase: "the vectors of 12 sentences". */
  readonly missing?: readonly string[];
}

/** How a stage explains. */
export interface Explaining {
  /** What the stage before says of its hits. */
  earlier?(documents: readonly Document[]): Promise<EarlierExplanation>;
  /** Sentences of the documents too, although a model has to be asked for their vectors. */
  readonly sentences?: boolean;
  /** What sentences and words of the documents add to the score of a vector, although a model has to be asked for it. */
  readonly terms?: boolean;
}

/** The explanation of a stage whose ranking is known. */
export interface EarlierExplanation extends Omit<StageExplanation, 'scores'> {
  readonly scores: ReadonlyMap<DocId, ExplainedScore>;
}

/** Scores with their ranks, as a ranking has them. */
export const withRanks = (explained: StageExplanation, hits: Ranking): EarlierExplanation => {
  const ranks = new Map(hits.map(({ docId }, i) => [docId, i + 1]));
  return {
    ...explained,
    scores: new Map(
      [...explained.scores].map(([docId, score]) => [docId, { ...score, rank: ranks.get(docId) ?? null }]),
    ),
  };
};

/** A score that nothing more is known of. */
export const givenScore = (name: string, score: number): StageScore => ({
  kind: 'given',
  score,
  parts: [{ name, value: score }],
});
