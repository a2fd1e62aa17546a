import type { Json, JsonObject, Settings } from '../../../core/index.js';
import { nameWithSettings, settledSettings } from '../../../core/index.js';

/** A document of the first list, by its terms. */
export interface FeedbackDocument {
  readonly score: number;
  /** How often it has each of its terms. */
  readonly terms: ReadonlyMap<string, number>;
  /** Its tokens. */
  readonly length: number;
}

/** What a search with the query alone found. */
export interface FirstList {
  /** The query's tokens, in its order, those that the corpus lacks too. */
  readonly query: readonly string[];
  /** The first documents, best first. */
  readonly top: readonly FeedbackDocument[];
  /** The last documents of the list, last first; empty unless the method reads them. */
  readonly bottom: readonly FeedbackDocument[];
  readonly corpus: FeedbackCorpus;
}

/** Counts of the corpus that weights are made of. Empty documents do not count. */
export interface FeedbackCorpus {
  readonly documents: number;
  readonly tokens: number;
  /** Documents with a term. */
  documentFrequency(term: string): number;
  /** Occurrences of a term. */
  frequency(term: string): number;
}

/** A term of an expanded query. */
export interface ExpandedTerm {
  readonly term: string;
  readonly weight: number;
  /** What of the weight is the query's own; the rest came from documents. */
  readonly fromQuery: number;
}

/** Expands a query by the terms of what it finds, without a model. */
export interface TermFeedback {
  readonly name: string;
  readonly spec: Json;
  /** How many of the first documents it reads, and how many of the last ones of a list of `depth`. */
  readonly reads: { readonly top: number; readonly bottom?: number; readonly depth?: number };
  /** Terms with a weight above 0, the heaviest first. */
  expand(first: FirstList): readonly ExpandedTerm[];
}

/** A method of feedback with its settings filled in. */
export const termFeedback = <Declared extends Settings>(
  name: string,
  declared: Declared,
  make: (settled: ReturnType<typeof settledSettings<Declared>>) => Pick<TermFeedback, 'reads' | 'expand'>,
) =>
  Object.assign(
    (options: { readonly [Name in keyof Declared]?: unknown } = {}): TermFeedback => {
      const settled = settledSettings(name, declared, options);
      const { reads, expand } = make(settled);
      return {
        name: nameWithSettings(name, declared, settled),
        spec: { feedback: name, ...(settled as JsonObject) },
        reads,
        expand: (first) =>
          expand(first)
            .filter(({ weight }) => weight > 0)
            .sort((a, b) => b.weight - a.weight || compareTerms(a.term, b.term)),
      };
    },
    { settings: declared as Settings },
  );

/** Equal weights go by term, in UTF-16 order as Java compares strings. */
export const compareTerms = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
