import type { ExplainedScore, ScorePart } from '../../core/index.js';

/** A term that occurs in more than a tenth of the documents says little about one of them: its idf is below ln 10. */
const COMMON_IDF = Math.log(10);

type Score = Pick<ExplainedScore, 'kind' | 'parts'>;

/** The terms that a document shares with the search: of the score itself, or of the first score by terms it was made from. */
export const sharedTerms = ({ kind, parts }: Score): readonly ScorePart[] | undefined => {
  if (kind === 'terms') return parts.filter(({ ranges }) => ranges);
  if (kind === 'weights') return parts;
  for (const { from } of parts) {
    const found = from && sharedTerms(from);
    if (found) return found;
  }
  return undefined;
};

export const isCommon = ({ details = {} }: ScorePart): boolean =>
  typeof details.idf === 'number' && details.idf < COMMON_IDF;
