/** What a referee may object to the figures of an audit, and what is true of it: the table of docs/background/reasoning-need.md, whose test compares. */
export const OBJECTIONS: readonly (readonly [objection: string, answer: string])[] = [
  [
    'Need is not reasoning.',
    'It is not: it is the lexical gap of one BM25, and is called so. Reasoning is one of the things that widen it.',
  ],
  [
    'Wrong judgements widen it too.',
    'They do: shuffled judgements have about 0.86. So the audit first asks whether judgements are better than chance, and a task that fails is not sound, whatever its gap.',
  ],
  [
    'Synonyms widen it too.',
    'The rung of synonyms, with a table of yours, and the rung of vectors show how much they explain. Without a table or an embedder the ladder cannot tell, and the rungs are absent.',
  ],
  [
    'The floor of 0.001 decides the level.',
    'It does: the level is a convention. Compare tasks under the same floor only, and use the ladder for a figure without one.',
  ],
  [
    'Ten documents is a convention too.',
    'It is, the one of nDCG@10. Ranks at all depths are in bm25.rank.query-relevant.',
  ],
  [
    'More rungs reach more, by chance alone.',
    "Each rung starts from the random order's share, which is printed. Read reached-first of a rung against it.",
  ],
  [
    'The answer is not given to a system.',
    'It is not. Its rung says how much of the gap is closed once the answer is inferred, by whatever means: reasoning or memory.',
  ],
  [
    'What remains needs the most reasoning.',
    'Or is judged wrongly, or is evidence that names neither question nor answer. Read these pairs first: --json has them.',
  ],
  [
    'Another embedder reaches more.',
    'Then less remains. The ladder is about the rungs that were named; the report names them.',
  ],
];
