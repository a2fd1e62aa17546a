import { type QueryId, shuffled, type Task, type Tools, withProgress } from '../../../core/index.js';
import { meanOf, randomisationTest } from '../../../evaluation/statistics/index.js';
import { type CorpusTerms, openCorpusTerms } from '../../../search/retrieval/index.js';
import { expanderOf } from '../../../tasks/index.js';
import { type JudgedQuery, judgedQueries } from '../reasoning/material.js';
import type { Settled, VectorSpace } from '../reasoning/options.js';
import { rankedScores } from '../reasoning/space-search.js';
import { type ChanceTest, chanceTest } from './chance-test.js';
import { backgroundOf, fitOf } from './fit.js';

/** What one way of comparing texts says of the judgements of a task. */
export interface EvidenceTest extends ChanceTest {
  /** "words", "synonyms", "bge", "words of the answer": as sentences name it. */
  readonly by: string;
  /** Whether queries were compared, or their reference answers. */
  readonly of: 'query' | 'answer';
  /** The queries that were compared, in the order of all numbers of the test. */
  readonly queries: readonly QueryId[];
  /** Where documents next to the relevant ones in the corpus fit better: how many places away, and how sure that is. */
  readonly shifts: readonly Shift[];
}

export interface Shift {
  /** −1: the documents before the relevant ones. */
  readonly places: number;
  readonly p: number;
  /** By how much they fit better, query by query; below 0 where they fit less. */
  readonly gains: ReadonlyMap<QueryId, number>;
}

/** Tables grow by the square of the queries; a sample tells chance apart as well. */
const MOST_QUERIES = 400;
/** Documents of nearly the same length that a relevant document is compared with. */
const ALIKE = 50;
const SHIFTS = [-1, 1];

/** A text for each query, and how it is searched for. */
interface View {
  readonly by: string;
  readonly of: EvidenceTest['of'];
  readonly asked: readonly { readonly query: JudgedQuery; readonly text: string }[];
  readonly space?: VectorSpace;
}

/** Do queries, and their reference answers, fit their relevant documents better than chance? By each way of comparing that the options give. */
export const testEvidence = async (
  task: Task,
  tools: Tools,
  options: Settled,
): Promise<readonly EvidenceTest[]> => {
  const terms = await openCorpusTerms(task.corpus, options.analyzer, tools);
  const judged = judgedQueries(task, terms).filter(({ relevant }) => relevant.length < terms.ids.length);
  const queries = shuffled(judged, options.seed).slice(0, MOST_QUERIES);
  const tests: EvidenceTest[] = [];
  for (const view of viewsOf(queries, options))
    if (view.asked.length > 1) tests.push(await testView(view, terms, task, tools, options.seed));
  return tests;
};

const viewsOf = (queries: readonly JudgedQuery[], { expansions, spaces }: Settled): readonly View[] => {
  const asking = (textOf: (query: JudgedQuery) => string | undefined) =>
    queries.flatMap((query) => {
      const text = textOf(query);
      return text === undefined ? [] : [{ query, text }];
    });
  const asked = asking(({ text }) => text);
  const words = asking(({ text }) => withoutNumbers(text));
  const expand = expansions && expanderOf(expansions);
  return [
    { by: 'words', of: 'query', asked: words },
    ...(expand
      ? [
          {
            by: 'synonyms',
            of: 'query' as const,
            asked: asking(({ text }) => withoutNumbers([text, ...expand(text)].join(' '))),
          },
        ]
      : []),
    ...spaces.map((space) => ({ by: space.name, of: 'query' as const, asked, space })),
    { by: 'words of the answer', of: 'answer', asked: asking(({ answer }) => answer) },
  ];
};

/** Ages and years fit by chance, and survive in a text that is otherwise garbled. Digits within a name such as CD34 belong to it. */
const withoutNumbers = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])\p{N}+(?![\p{L}\p{N}])/gu, ' ');

/** How well the relevant documents of a query fit it, and what they are compared with. */
interface QueryFits {
  /** The relevant documents of each query of the view. */
  readonly row: Float64Array;
  /** For each relevant document, others of the same length. */
  readonly alike: readonly (readonly number[])[];
  /** By how much the documents next to the relevant ones fit better, in the order of `SHIFTS`; undefined where there are none. */
  readonly gains: readonly (number | undefined)[];
}

const testView = async (
  { by, of, asked, space }: View,
  terms: CorpusTerms,
  task: Task,
  tools: Tools,
  seed: number,
): Promise<EvidenceTest> => {
  const background = backgroundOf(terms.ids.length, seed);
  const alikeTo = documentsAlike(terms.lengths);
  const texts = asked.map(({ query: { id }, text }) => ({ id, text }));
  const fits: QueryFits[] = [];
  for await (const scores of space
    ? rankedScores(await space.retriever(terms.ids.length), texts, terms.ids, task.corpus, tools)
    : scoresByWords(withProgress(texts, `${task.name}: evidence by ${by}`, tools), terms)) {
    tools.signal.throwIfAborted();
    const { relevant } = asked[fits.length]!.query;
    const own = new Set(relevant);
    const fitsBy = fitOf(scores, background);
    fits.push({
      row: Float64Array.from(asked, ({ query }) => meanOf(query.relevant.map(fitsBy))),
      alike: relevant.map((document) => alikeTo(document, own).map(fitsBy)),
      gains: SHIFTS.map((places) => {
        const moved = relevant.filter(
          (document) => terms.ids[document + places] && !own.has(document + places),
        );
        return moved.length > 0
          ? meanOf(moved.map((document) => fitsBy(document + places) - fitsBy(document)))
          : undefined;
      }),
    });
  }
  const queries = asked.map(({ query }) => query.id);
  return {
    by,
    of,
    queries,
    ...chanceTest({ table: fits.map(({ row }) => row), sameLength: fits.map(({ alike }) => alike) }, seed),
    shifts: SHIFTS.map((places, i) =>
      shiftOf(
        places,
        queries,
        fits.map(({ gains }) => gains[i]),
        seed,
      ),
    ),
  };
};

function* scoresByWords(texts: Iterable<{ readonly text: string }>, terms: CorpusTerms) {
  for (const { text } of texts) yield terms.scores(text);
}

const shiftOf = (
  places: number,
  queries: readonly QueryId[],
  gains: readonly (number | undefined)[],
  seed: number,
): Shift => {
  const known = new Map(
    queries.flatMap((id, i) => (gains[i] === undefined ? [] : [[id, gains[i]] as const])),
  );
  const values = [...known.values()];
  const isGain = values.length > 0 && meanOf(values) > 0;
  return { places, gains: known, p: isGain ? randomisationTest(values, { seed }).p : 1 };
};

/** Finds the documents whose lengths are nearest to that of a document, without the relevant ones. */
const documentsAlike = (lengths: Uint32Array) => {
  const order = Uint32Array.from(lengths, (_, document) => document).sort(
    (a, b) => lengths[a]! - lengths[b]! || a - b,
  );
  const placeOf = new Uint32Array(order.length);
  for (const [place, document] of order.entries()) placeOf[document] = place;
  return (document: number, relevant: ReadonlySet<number>): readonly number[] => {
    const start = Math.max(0, Math.min(placeOf[document]! - ALIKE / 2, order.length - ALIKE));
    const near = [...order.subarray(start, start + ALIKE + relevant.size)].filter(
      (each) => !relevant.has(each),
    );
    return near.length > 0 ? near : [document];
  };
};
