import {
  type DocId,
  documentsById,
  fullText,
  type QueryId,
  random,
  relevantIn,
  type Task,
  type Tools,
  withProgress,
} from '../../../core/index.js';
import { type Idf, idfOf } from '../../../evaluation/overlap/index.js';
import { type CorpusTerms, openCorpusTerms } from '../../../search/retrieval/index.js';
import type { Settled } from './options.js';

/** A query with its relevant documents, each by its number in `CorpusTerms.ids`. */
export interface JudgedQuery {
  readonly id: QueryId;
  readonly text: string;
  readonly answer: string | undefined;
  readonly relevant: readonly number[];
  /** Documents that leave its ranking before it is scored: they are in front of nothing, and no relevant ones. */
  readonly excluded: readonly number[];
}

/** A query with the documents that it is compared with. */
export interface AuditedQuery extends JudgedQuery {
  /** Drawn from the documents that are not relevant. */
  readonly random: readonly number[];
  /** The best by BM25 that are not relevant and share a term with the query, best first. */
  readonly hard: readonly number[];
}

/** What all figures of a task are computed from. */
export interface Material {
  readonly terms: CorpusTerms;
  readonly idf: Idf;
  /** Queries with at least one relevant document in the corpus. */
  readonly queries: readonly AuditedQuery[];
  /** The same one by one, while a bar shows how many are done. */
  watched(label: string): Iterable<AuditedQuery>;
  /** The different terms of a document that some query is compared with. */
  termsOf(document: number): ReadonlySet<string>;
  sequenceOf(document: number): readonly string[];
}

export const openMaterial = async (task: Task, tools: Tools, options: Settled): Promise<Material> => {
  const terms = await openCorpusTerms(task.corpus, options.analyzer, tools);
  const next = random(options.seed);
  const judged = withProgress(judgedQueries(task, terms), `${task.name}: comparable documents`, tools);
  const queries = Array.from(judged, (query): AuditedQuery => {
    const taken = new Set([...query.relevant, ...query.excluded]);
    return {
      ...query,
      random: drawn(terms.ids.length, options.randomDocuments, taken, next),
      hard: hardNegatives(terms.scores(query.text), options.hardNegatives, taken),
    };
  });
  const compared = queries.flatMap(({ relevant, random: some, hard }) => [...relevant, ...some, ...hard]);
  // Of a repeated id the last text.
  const texts = await documentsById(task.corpus, new Set(compared.map((number) => terms.ids[number]!)));
  const sets = new Map<number, ReadonlySet<string>>();
  const sequenceOf = (document: number) => terms.analyze(fullText(texts.get(terms.ids[document]!)!));
  return {
    terms,
    idf: (term) => idfOf(terms.documentFrequency(term), terms.ids.length),
    queries,
    watched: (label) => withProgress(queries, `${task.name}: ${label}`, tools),
    sequenceOf,
    termsOf: (document) => {
      const known = sets.get(document) ?? new Set(sequenceOf(document));
      sets.set(document, known);
      return known;
    },
  };
};

/** The queries that have at least one relevant document in the corpus. */
export const judgedQueries = (task: Task, { ids }: CorpusTerms): readonly JudgedQuery[] => {
  const numbers = new Map(ids.map((id, number) => [id, number]));
  return task.queries.flatMap(({ id, text }) => {
    const out = task.excluded?.get(id);
    const numbered = (documents: Iterable<DocId>) =>
      [...documents].flatMap((each) => numbers.get(each) ?? []);
    const relevant = numbered(relevantIn(task.judgements.get(id)).filter((document) => !out?.has(document)));
    if (relevant.length === 0) return [];
    const answer = task.labels.get(id)?.answer?.trim() || undefined;
    return [{ id, text, answer, relevant, excluded: numbered(out ?? []) }];
  });
};

/** Different numbers below `all` that are not taken, fewer where there are not enough. */
const drawn = (all: number, count: number, taken: ReadonlySet<number>, next: () => number) => {
  const found = new Set<number>();
  const enough = Math.min(count, all - taken.size);
  while (found.size < enough) {
    const number = Math.floor(next() * all);
    if (!taken.has(number)) found.add(number);
  }
  return [...found];
};

const hardNegatives = (scores: Float32Array, count: number, taken: ReadonlySet<number>): readonly number[] =>
  highest(scores, count, (document) => scores[document]! > 0 && !taken.has(document));

/** Places of the `count` highest numbers among those that count, highest first; of equal numbers the earlier one first. */
export const highest = (
  numbers: ArrayLike<number>,
  count: number,
  counts: (place: number) => boolean,
): readonly number[] => {
  const best: number[] = [];
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place]!;
    // Most numbers end here: the question whether they count is asked of few.
    if (best.length === count && number <= numbers[best.at(-1)!]!) continue;
    if (!counts(place)) continue;
    let at = best.length;
    while (at > 0 && numbers[best[at - 1]!]! < number) at--;
    best.splice(at, 0, place);
    if (best.length > count) best.pop();
  }
  return best;
};
