import { chanceCheck } from '../validity/chance-check.js';
import { verdictOf } from '../validity/verdict.js';

export const judgementsByChance = chanceCheck(
  {
    name: 'judgements-by-chance',
    title: 'Judgements no better than chance',
    question:
      'neither the queries nor their reference answers, where all ways of comparing them are counted, fit the relevant documents better',
    passed: 'Judgements are better than chance',
    fix: 'Find out what happened to the judgements: ids of another version of the corpus, rows in another order, queries and judgements of two files that do not belong together. If queries and evidence really share no words, name an embedder with --retriever, which then has to show that they belong together.',
  },
  (tests) => ({ tests, verdict: verdictOf(tests) }),
);
