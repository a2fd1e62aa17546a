import { byCodePoint } from '../../../core/index.js';
import type { Check } from '../check.js';
import { tally } from '../check.js';
import type { EvidenceTest } from './evidence.js';
import { type ChanceVerdict, chanceText, ENOUGH_QUERIES, LEVEL } from './verdict.js';

interface Question extends Pick<Check, 'name' | 'title' | 'fix'> {
  /** What is found, to follow "than chance gives". */
  readonly question: string;
  /** What the report says of a task that passes, to be followed by p; nothing where another check says it. */
  readonly passed?: string;
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
export const chanceCheck = ({ question, passed, ...about }: Question, answer: Answer): Check => ({
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
      if (verdict === 'better' && passed)
        return { ...found.of(all), tested: `${passed}: ${chanceText(tests)}.${doubtText(tests)}` };
      if (verdict !== 'chance') return found.of(all);
      const inDoubt = doubtful(tests);
      // The task failed as a whole.
      for (const { query, share } of inDoubt.length > 0 ? inDoubt : sharesOf(tests)) {
        const detail = `the relevant documents of ${Math.round(100 * share)} % of the queries fit it as well as its own; whole task: ${chanceText(tests)}`;
        found.add({ query, detail });
      }
      return found.of(all);
    },
  }),
});

/** For each query, the share of all queries whose relevant documents fit it as well as its own, by the test that speaks most for it. */
const sharesOf = (tests: readonly EvidenceTest[]) =>
  tests[0]!.queries.map((query, i) => ({
    query,
    share: Math.min(...tests.map(({ queries, asGood }) => (queries[i] === query ? asGood[i]! : 1))),
  }));

/** The queries that the relevant documents of half of all queries fit as well as their own, by every test. */
const doubtful = (tests: readonly EvidenceTest[]) => sharesOf(tests).filter(({ share }) => share >= 0.5);

/** So many names say where to look. */
const MOST_NAMED = 20;

/** A task that passes as a whole can have queries that were judged by chance. */
const doubtText = (tests: readonly EvidenceTest[]): string => {
  const names = doubtful(tests)
    .map(({ query }) => query)
    .sort(byCodePoint);
  if (names.length === 0) return '';
  const named = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return ` ${names.length} of ${tests[0]!.queries.length} queries are in doubt, since the relevant documents of half of all queries fit them as well as their own: ${named}${more}.`;
};
