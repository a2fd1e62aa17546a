/** Characters from `0` up to but not including `1` of a text, as JavaScript counts them (UTF-16 code units). */
export type TextRange = readonly [from: number, to: number];

/**
 * What the parts of a score are:
 * - `terms`: words of the query that the document says (BM25)
 * - `weights`: entries of a vocabulary that both vectors weigh (learned sparse vectors)
 * - `tokens`: tokens of the query, each with the nearest token of the document (late interaction)
 * - `vectors`: the texts that were searched with, each by its vector (dense vectors, LSA)
 * - `lists`: rankings that were fused
 * - `model`: what a reranker said of the document
 * - `given`: one number that came from outside: a stored list, a search system
 */
export type ScoreKind = 'terms' | 'weights' | 'tokens' | 'vectors' | 'lists' | 'model' | 'given';

/** One of the numbers whose sum is a score. */
export interface ScorePart {
  /** A term, a token, the name of a list or of a model. */
  readonly name: string;
  /** What it adds to the score. */
  readonly value: number;
  /** What the value was made of, by name, in the order of the formula: idf, times, length; rank, weight. */
  readonly details?: Readonly<Record<string, number | string>>;
  /** Where the document says it: places in `fullText` of the document, in order, without overlaps. */
  readonly ranges?: readonly TextRange[];
  /** The score that this part was made from, as another stage gave it: of a fused list, or before reranking. */
  readonly from?: ExplainedScore;
}

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
