import type { TermFigures, TermsIndex } from './engine.js';

/** Figures of terms, each asked for once. Terms that no document has are left out. */
export const knownTerms = (
  read: (terms: readonly string[]) => Promise<ReadonlyMap<string, TermFigures>>,
): TermsIndex['terms'] => {
  const known = new Map<string, TermFigures | undefined>();
  return async (wanted) => {
    const asked = [...new Set(wanted)].filter((term) => !known.has(term));
    const found = await read(asked);
    for (const term of asked) known.set(term, found.get(term));
    return new Map(
      wanted.flatMap((term) => {
        const figures = known.get(term);
        return figures ? [[term, figures]] : [];
      }),
    );
  };
};
