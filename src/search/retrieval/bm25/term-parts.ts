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
    const { value: earlier = 0, details } = parts.get(term) ?? {};
    const times = Number(details?.[TIMES] ?? 0) + 1;
    const counts = from[TIMES] !== undefined || from['weight in query'] !== undefined;
    parts.set(term, {
      name: term,
      value: value + earlier,
      details: { ...from, ...(!counts && { [TIMES]: times }) },
    });
  }
  const places = placesIn(document, searched, find, new Set(parts.keys()));
  return {
    kind: 'terms',
    score,
    parts: [...parts.values()]
      .map((part) => ({ ...part, ...placed(places.get(part.name), fullText(document), part.name) }))
      .sort((a, b) => b.value - a.value),
  };
};

/** What the query's own repetition makes of a term. Weightings that add a term once for each of its occurrences do not say it. */
const TIMES = 'times in query';

/** Where a document says a term, and how it writes it. */
const placed = (ranges: readonly TextRange[] | undefined, text: string, term: string) => {
  if (!ranges?.[0]) return {};
  const word = text.slice(...ranges[0]).toLowerCase();
  return { ranges, ...(word !== term && { word }) };
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
