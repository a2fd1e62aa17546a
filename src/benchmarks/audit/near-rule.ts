/** Jaccard of shingles from which two texts are near-duplicates, and the words of a shingle. */
export const NEAR = { threshold: 0.7, words: 3 } as const;

/** The same in words, for definitions. */
export const NEAR_RULE = `the Jaccard similarity of their ${NEAR.words}-word shingles is ${NEAR.threshold} or more (candidates by MinHash, then compared exactly)`;
