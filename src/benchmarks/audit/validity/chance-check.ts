import type { Check } from '../check.js';
import { tally } from '../check.js';
import type { EvidenceTest } from './evidence.js';
import { type ChanceVerdict, chanceText, ENOUGH_QUERIES, LEVEL } from './verdict.js';

interface Question extends Pick<Check, 'name' | 'title' | 'fix'> {
  /** What is found, to follow "than chance gives". */
  readonly question: string;
}

/** Which tests answer the question, and how; undefined where it does not arise. */
type Answer = (tests: readonly EvidenceTest[]) => {
  readonly tests: readonly EvidenceTest[];
  readonly verdict: ChanceVerdict | undefined;
};

/**
 * A check that finds something only if the task as a whole is no better than chance: a single query never tells. It then counts the queries that
 * the relevant documents of at least half of the queries fit as well as their own.
 */
export const chanceCheck = ({ question, ...about }: Question, answer: Answer): Check => ({
  ...about,
  definition: `Queries that the relevant documents of at least half of all queries fit as well as their own, counted only if ${question} than chance gives (p ${LEVEL} or more, shared among the ways of comparing): judgements are dealt to other queries. Compared by words (BM25, without numbers), by the words of the reference answer, by the synonyms of --abbreviations and by the embedders of --retriever. A task with fewer than ${ENOUGH_QUERIES} queries can show that it is better than chance, but not that it is not.`,
  severity: 'error',
  unit: 'queries',
  start: (_, most) => ({
    finish: ({ evidence }) => {
      if (evidence.length === 0)
        return { notApplicable: 'fewer than two queries have a relevant document in the corpus' };
      const { tests, verdict } = answer(evidence);
      const found = tally(most);
      const all = tests[0]!.queries.length;
      if (verdict === 'too few queries')
        return { notApplicable: `${all} queries are too few to tell: ${chanceText(tests)}` };
      if (verdict !== 'chance') return found.of(all);
      for (const { query, share } of failed(tests)) {
        const detail = `the relevant documents of ${Math.round(100 * share)} % of the queries fit it as well as its own; whole task: ${chanceText(tests)}`;
        found.add({ query, detail });
      }
      return found.of(all);
    },
  }),
});

/** The queries that half of all relevant documents fit as well as their own, by every test; all of them if there are none, since the task failed as a whole. */
const failed = (tests: readonly EvidenceTest[]) => {
  const shares = tests[0]!.queries.map((query, i) => ({
    query,
    share: Math.min(...tests.map(({ queries, asGood }) => (queries[i] === query ? asGood[i]! : 1))),
  }));
  const worst = shares.filter(({ share }) => share >= 0.5);
  return worst.length > 0 ? worst : shares;
};
