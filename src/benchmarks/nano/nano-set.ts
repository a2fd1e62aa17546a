import {
  corpusOf,
  type DocId,
  groupBy,
  InputError,
  type Judgements,
  type Query,
  type QueryId,
  type Task,
  type Tools,
} from '../../core/index.js';
import { sha256 } from '../../platform/node/index.js';
import { type ChosenQueries, chooseQueries } from './choose-queries.js';
import { firstRows } from './corpus-rows.js';
import { type DocumentSet, documentSet } from './document-set.js';
import { type JudgedPair, judgedPairs } from './judged-pairs.js';
import { samplers } from './samplers/index.js';
import type { NamedRetriever, NanoSettings } from './settings.js';
import { pooledRankings } from './top-hits.js';

/** A task cut down: what `corpus`, `queries` and `qrels` of a split hold, and what was left out on the way. */
export interface NanoSet {
  readonly split: string;
  readonly queries: readonly Query[];
  readonly documents: readonly { readonly id: DocId; readonly text: string }[];
  readonly positives: readonly { readonly query: QueryId; readonly document: DocId }[];
  readonly leftOut: LeftOut;
}

export interface LeftOut {
  readonly queriesWithoutText: number;
  readonly queriesWithoutPositive: number;
  readonly repeatedQueries: number;
  /** Queries whose positives the corpus does not have, or has no room for. */
  readonly queriesWithoutKeptPositive: number;
  /** Documents, of those looked at, that repeat the text of an earlier one. */
  readonly repeatedTexts: number;
  /** Positives of the chosen queries whose document is not in the set. */
  readonly positivesNotKept: number;
  readonly positivesBeyondDepth: number;
}

/** Cuts a task down to a Nano set by the rules of HAKARI-Bench's builder. */
export const nanoSet = async (
  task: Task,
  split: string,
  settings: NanoSettings,
  tools: Tools,
  pool: readonly NamedRetriever[] = [],
): Promise<NanoSet> => {
  const chosen = chooseQueries(task.queries, await judgedPairs(task), settings.queries);
  if (chosen.queries.length === 0)
    throw new InputError({
      at: { file: task.folder ?? task.name },
      found: `${task.queries.length} queries, none with a text and a judgement above 0`,
      expected: 'at least one',
      fix: 'check that queries have texts, and that judgements use their ids',
    });
  const taken = await keepDocuments(task, split, chosen, settings, tools, pool);
  const { order } = samplers[settings.sampler];
  const rows = order === 'source' ? [...taken.rows].sort((a, b) => a.place - b.place) : taken.rows;
  const ids = new Set(rows.map(({ id }) => id));
  const inCorpus = chosen.positives.filter(({ document }) => ids.has(document));
  const positives = capped(inCorpus, settings.depth);
  if (positives.length === 0)
    throw new InputError({
      at: { file: task.folder ?? task.name },
      found: `none of the ${chosen.positives.length} positives of the queries in the corpus with a text`,
      expected: 'documents with text and the ids that the judgements name',
      fix: 'check that the judgements use ids of this corpus',
    });
  const answerable = new Set(positives.map(({ query }) => query));
  const queries = chosen.queries.filter(({ id }) => answerable.has(id));
  return {
    split,
    queries,
    documents: rows.map(({ id, text }) => ({ id, text })),
    positives,
    leftOut: {
      queriesWithoutText: chosen.leftOut.withoutText,
      queriesWithoutPositive: chosen.leftOut.withoutPositive,
      repeatedQueries: chosen.leftOut.repeated,
      queriesWithoutKeptPositive: chosen.queries.length - queries.length,
      repeatedTexts: taken.repeatedTexts,
      positivesNotKept: chosen.positives.length - inCorpus.length,
      positivesBeyondDepth: inCorpus.length - positives.length,
    },
  };
};

const keepDocuments = async (
  task: Task,
  split: string,
  { queries, positives, hardNegatives }: ChosenQueries,
  { documents: limit, sampler, seed, poolDepth }: NanoSettings,
  tools: Tools,
  pool: readonly NamedRetriever[],
): Promise<DocumentSet> => {
  const { corpus } = task;
  const relevant = positives.map(({ document }) => document);
  const judged = new Set([...relevant, ...hardNegatives]);
  const judgedRows = await firstRows(corpus, judged, tools, `${split}: judged documents`);
  const taken = documentSet(limit);
  taken.keepAll(relevant, judgedRows);
  await samplers[sampler].fill(taken, {
    split,
    corpus,
    hardNegatives,
    judgedRows,
    judged: judged.size,
    limit,
    seed,
    rankings: () => pooledRankings(pool, task, queries, poolDepth, tools),
    tools,
  });
  return taken;
};

const capped = (pairs: readonly JudgedPair[], depth: number): NanoSet['positives'] => {
  const counts = new Map<QueryId, number>();
  return pairs.flatMap(({ query, document }) => {
    const count = (counts.get(query) ?? 0) + 1;
    counts.set(query, count);
    return count <= depth ? [{ query, document }] : [];
  });
};

/** A Nano set as a separate task, for retrievers and measures. */
export const taskOf = (set: NanoSet, source: Task): Task => {
  const { split, queries, documents } = set;
  const key = sha256(JSON.stringify(documents.map(({ id, text }) => [id, text])));
  return {
    // Models know their instructions by the source's name.
    name: source.name,
    suite: source.suite,
    revision: key,
    contentHash: key,
    corpus: corpusOf(`nano:${key}`, documents),
    queries,
    judgements: judgementsOf(set),
    labels: new Map(),
    statistics: async () => ({
      queries: queries.length,
      documents: documents.length,
      uniqueDocuments: documents.length,
      judgements: set.positives.length,
      notes: [],
    }),
    about: { split },
  };
};

export const judgementsOf = ({ positives }: NanoSet): Judgements =>
  new Map(
    [...groupBy(positives, ({ query }) => query)].map(([query, pairs]) => [
      query,
      new Map(pairs.map(({ document }) => [document, 1])),
    ]),
  );
