/** Words long enough to mean something. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}-]{3,}/gu;

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.toLowerCase().matchAll(WORD), ([word]) => word));

const NAMED = 4;

/** Words of the evidence that are in the answer but not in the query: what reasoning would have added. */
export const answerWords = (answer: string | undefined, query: string, evidence: string) => {
  if (answer === undefined) return [];
  const asked = wordsOf(query);
  const inEvidence = wordsOf(evidence);
  return [...wordsOf(answer)].filter((word) => inEvidence.has(word) && !asked.has(word)).slice(0, NAMED);
};
