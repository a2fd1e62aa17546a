import { chanceCheck } from '../validity/chance-check.js';
import { verdictOf } from '../validity/verdict.js';

export const queriesByChance = chanceCheck(
  {
    name: 'queries-by-chance',
    title: 'Queries no better than chance',
    question: 'the reference answers fit the relevant documents, but the queries do not fit them better',
    fix: 'Read some queries: they may be garbled, in another language than the corpus, or in another order than their ids. If they are right and share no words with their evidence, name an embedder with --retriever, or accept the finding by name.',
  },
  (all) => {
    const tests = all.filter(({ of }) => of === 'query');
    // Where nothing fits, the judgements are in doubt, which is another finding.
    return verdictOf(all) === 'better' ? { tests, verdict: verdictOf(tests) } : { tests, verdict: undefined };
  },
);
