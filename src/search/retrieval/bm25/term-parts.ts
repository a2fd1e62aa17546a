import {
  type Document,
  fullText,
  type ScorePart,
  type StageScore,
  type TextRange,
} from '../../../core/index.js';
import type { FindTerms } from '../analysis/index.js';
import type { DocumentText } from '../retriever-settings.js';

/** What the terms of a query add to a score, before it is known where a document says them. */
export interface TermScore {
  readonly score: number;
  /** A term may come more than once: some programs add it as often as the query says it. */
  readonly terms: readonly {
    readonly term: string;
    readonly value: number;
    readonly from: Readonly<Record<string, number>>;
  }[];
}

/** A score by terms, each with its places in the document, largest first. */
export const termParts = (
  { score, terms }: TermScore,
  document: Document,
  searched: DocumentText,
  find: FindTerms,
): StageScore => {
  const parts = new Map<string, ScorePart>();
  for (const { term, value, from } of terms) {
    const earlier = parts.get(term);
    parts.set(term, { name: term, value: value + (earlier?.value ?? 0), details: from });
  }
  const places = placesIn(document, searched, find, new Set(parts.keys()));
  return {
    kind: 'terms',
    score,
    parts: [...parts.values()]
      .map((part) => ({ ...part, ...(places.has(part.name) && { ranges: places.get(part.name)! }) }))
      .sort((a, b) => b.value - a.value),
  };
};

const placesIn = (
  document: Document,
  searched: DocumentText,
  find: FindTerms,
  terms: ReadonlySet<string>,
): ReadonlyMap<string, readonly TextRange[]> => {
  const text = fullText(document);
  const from = searched === 'text' ? text.length - document.text.length : 0;
  const places = find(text.slice(from), terms);
  return new Map(
    [...places].map(([term, ranges]) => [
      term,
      ranges.map(([start, end]): TextRange => [start + from, end + from]),
    ]),
  );
};
