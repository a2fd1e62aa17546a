import type { ChosenSystem, ExpandedQuery, ExplainedScore, TextRange } from '../../core/index.js';

/** Why a query came out as it did: what `explain --json` prints and what the page of a query shows. */
export interface QueryExplanation {
  readonly task: { readonly name: string; readonly suite: string };
  readonly query: ExplainedQuery;
  /** In the order in which they were asked for. */
  readonly systems: readonly SystemExplanation[];
}

/** The query, as its task has it. */
export interface ExplainedQuery {
  readonly id: string;
  readonly text: string;
  /** Labels of the task, if it has them: for reading, never searched with. */
  readonly answer?: string;
  readonly bodySystem?: string;
  /** Documents that count neither way for it: they are in no ranking. */
  readonly excluded?: readonly string[];
}

/** What one system made of the query. */
export interface SystemExplanation {
  /** As printed; it parses back. */
  readonly system: string;
  /** Where the ranking came from: the record of a run, or a search made just now. */
  readonly from: 'record' | 'search';
  /** What its scores are, for a heading: "sum of terms". */
  readonly scoreIs: string;
  /** Scores of this query by measure, unrounded; empty for a search by hand. */
  readonly scores: Readonly<Record<string, number>>;
  /** What was written for the query before the search, in the order in which it was used. */
  readonly generated: readonly ExplainedText[];
  /** What the query became where its own first list expanded it, stage by stage; absent where nothing did. */
  readonly expanded?: readonly ExpandedQuery[];
  /** Which system answered where a stage chooses between several, and by what; absent where none chooses. */
  readonly chosen?: readonly ChosenSystem[];
  /** What a language model answered when it put hits in order, call by call; absent where none did. */
  readonly answers?: readonly string[];
  /** Every relevant document, best rank first; those that were not returned are last. */
  readonly gold: readonly GoldDocument[];
  /** The first hits, and every relevant document that was returned further down: ranks may have gaps. */
  readonly hits: readonly ExplainedHit[];
  /** How many documents the ranking holds. */
  readonly found: number;
  /** What beat the best relevant document; null where nothing did, or there is none. */
  readonly nearestMiss: NearestMiss | null;
  /** Why, in one line: "relevant at 214: shares 2 of 61 terms with the query, both common". */
  readonly why: string;
  /** What cannot be shown any more, and what makes it again. */
  readonly missing: readonly MissingEvidence[];
}

/** A text that a model wrote for the query. */
export interface ExplainedText {
  readonly method: string;
  readonly llm: string;
  /** What was searched with. */
  readonly text: string;
  /** What a reasoning model thought before; it was not searched with. */
  readonly thinking?: string;
}

/** A document that is relevant to the query. */
export interface GoldDocument {
  readonly docId: string;
  readonly grade: number;
  /** From 1; null where the system did not return it. */
  readonly rank: number | null;
  readonly score: number | null;
  /** Title and text, joined by a newline. Absent where texts were not asked for. */
  readonly text?: string;
  readonly title?: string;
  /** How many different terms of the search the document shares, and how many the search has. */
  readonly shared?: { readonly terms: number; readonly of: number };
  /** Of a document that was not returned: what it would have scored. */
  readonly explained?: ExplainedScore;
}

/** A document that was found, and why. */
export interface ExplainedHit extends ExplainedScore {
  readonly docId: string;
  readonly rank: number;
  /** As the run holds it. `parts` add up to it; where nothing else is known, they are one entry with the score. */
  readonly score: number;
  readonly gold: boolean;
  /** Title and text, joined by a newline. Absent where texts were not asked for. */
  readonly text?: string;
  readonly title?: string;
  /** Places in `text` to mark, in order, without overlaps. */
  readonly matches: readonly Match[];
}

/** A place in a document's text that the score rests on. */
export interface Match {
  readonly range: TextRange;
  /** The part of the score that it belongs to, for a tooltip. */
  readonly part: string;
  /** From 0 to 1: how much of the largest part of this hit its part is. How strongly to mark it. */
  readonly strength: number;
}

/** What beat the best relevant document. */
export interface NearestMiss {
  /** The best relevant document. */
  readonly gold: { readonly docId: string; readonly rank: number | null; readonly score: number | null };
  /** The document right before it, or the last one of the ranking where it was not returned. */
  readonly docId: string;
  readonly rank: number;
  readonly score: number;
  /** By how much it beats the relevant document; null where that has no score. */
  readonly margin: number | null;
  /** What made the difference, largest first: parts of both scores. They add up to the margin. */
  readonly differences: readonly PartDifference[];
  /** The same of the first document of the ranking, where that is another. */
  readonly first?: Omit<NearestMiss, 'gold' | 'first'>;
}

/** A part of two scores. */
export interface PartDifference {
  readonly name: string;
  /** Of a term: how one of the documents writes it, where that is not its name. */
  readonly word?: string;
  /** What it adds to the document that won. */
  readonly value: number;
  /** What it adds to the relevant document. */
  readonly gold: number;
}

/** Something that is no longer kept on this machine. */
export interface MissingEvidence {
  /** "the vectors of 3 documents" */
  readonly what: string;
  /** The command that makes it again. */
  readonly command?: string;
}
