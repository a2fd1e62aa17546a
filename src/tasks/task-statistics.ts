import {
  type Cache,
  type DocId,
  type Document,
  defined,
  fullText,
  InputError,
  type JsonObject,
  type Judgements,
  type Query,
  type QueryId,
  remark,
  type Task,
  type TaskStatistics,
  type Tools,
  type Unjoined,
} from '../core/index.js';
import { type DataWarnings, isEmptyText, noWarnings, warningNotes } from './rows.js';

interface CountedCorpus {
  readonly name: string;
  documents(warnings: DataWarnings): AsyncIterable<readonly Document[]>;
  /** Equal keys, equal counts: of the corpus and of the judgements. */
  readonly key: JsonObject;
}

/** What is known of a task once its corpus has been read through. */
export const countTask = async (
  corpus: CountedCorpus,
  queries: readonly Query[],
  judgements: Judgements,
  notes: readonly string[],
  cache?: Cache,
): Promise<TaskStatistics> => {
  const judged = new Set(pairs(judgements).map(([, id]) => id));
  const { documents, uniqueDocuments, empty, warnings, first, ...found } = await cachedCounts(
    corpus,
    judged,
    cache,
  );
  const inCorpus = new Set(found.judged);
  const { name } = corpus;
  return {
    queries: queries.length,
    documents,
    uniqueDocuments,
    judgements: pairs(judgements).length,
    ...unjoinedIn(inCorpus, first, queries, judgements),
    notes: [
      ...notes,
      ...warningNotes(name, warnings),
      ...remark(
        documents - uniqueDocuments,
        'row repeats',
        'rows repeat',
        'the id of an earlier one; BM25 counts every row, everything else keeps the last text of an id',
        name,
      ),
      ...remark(empty, 'document has', 'documents have', 'no text', name),
      ...judgementNotes(inCorpus, queries, judgements),
    ],
  };
};

/** Goes up when the same file would be counted otherwise. */
const COUNTS_VERSION = 2;

const cachedCounts = async (corpus: CountedCorpus, judged: ReadonlySet<DocId>, cache: Cache | undefined) => {
  const key = { kind: 'corpus-counts', version: COUNTS_VERSION, ...corpus.key };
  const known = await cache?.get(key);
  if (known) return JSON.parse(new TextDecoder().decode(known)) as ReturnType<typeof countCorpus>;
  const counts = await countCorpus(corpus, judged);
  await cache?.put(key, [new TextEncoder().encode(JSON.stringify(counts))]);
  return counts;
};

/** What a corpus read through leaves behind: among it the judged ids that it has, and its first ids as examples. */
const countCorpus = async (corpus: CountedCorpus, judged: ReadonlySet<DocId>) => {
  const warnings = noWarnings();
  const ids = new Set<DocId>();
  let documents = 0;
  let empty = 0;
  for await (const batch of corpus.documents(warnings)) {
    documents += batch.length;
    for (const document of batch) {
      ids.add(document.id);
      if (isEmptyText(fullText(document))) empty += 1;
    }
  }
  return {
    ...{ documents, uniqueDocuments: ids.size, empty, warnings },
    judged: [...judged].filter((id) => ids.has(id)),
    first: [...ids].slice(0, EXAMPLES),
  };
};

/**
 * Notes the data warnings of a task: input that is unusual but accepted. Judgements of which a part belongs to nothing are named under
 * --quiet too.
 */
export const tellNotes = async (task: Task, tools: Tools): Promise<void> => {
  const { notes, unjoined } = await task.statistics(tools.cache);
  mustJoin(task, unjoined);
  for (const note of notes) tools.note(`${task.name}: ${note}`);
  if (unjoined)
    tools.warn(
      `${task.name}: ${percent(unjoined.queries)} of the judged queries are not in the query file and ` +
        `${percent(unjoined.documents)} of the judged documents not in the corpus: scores are lower for it`,
    );
};

/** Stops where nothing of the judgements belongs to the task: each of its scores would be a 0 that says nothing. */
export const mustJoin = ({ name, folder }: Task, unjoined: Unjoined | undefined): void => {
  if (unjoined?.nothing !== undefined)
    throw new InputError({
      at: { file: folder ?? name },
      found: unjoined.nothing,
      expected: 'the same ids on both sides',
      fix: 'check that corpus, queries and judgements are of one collection, and which columns hold their ids',
    });
};

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

const EXAMPLES = 2;

/** How far judgements do not join documents and queries. `documents` has those of the judged ids that the corpus has. */
export const unjoinedIn = (
  documents: ReadonlySet<DocId>,
  first: readonly DocId[],
  queries: readonly Query[],
  judgements: Judgements,
): { readonly unjoined?: Unjoined } => {
  const known = new Set(queries.map(({ id }) => id));
  const asked = [...judgements.keys()];
  const judged = [...new Set(pairs(judgements).map(([, id]) => id))];
  const lost = {
    queries: asked.filter((id) => !known.has(id)),
    documents: judged.filter((id) => !documents.has(id)),
  };
  if (lost.queries.length + lost.documents.length === 0) return {};
  const nothing =
    lost.queries.length === asked.length
      ? `no judged query in the query file: ${apart(asked, [...known], 'queries')}`
      : lost.documents.length === judged.length
        ? `no judged document in the corpus: ${apart(judged, first, 'documents')}`
        : undefined;
  return {
    unjoined: {
      queries: lost.queries.length / asked.length,
      documents: lost.documents.length / judged.length,
      ...defined({ nothing }),
    },
  };
};

const apart = (judged: readonly string[], there: readonly string[], what: string): string =>
  `judgements name ${examples(judged)}, and the ${what} are ${examples(there)}`;

const examples = (ids: readonly string[]): string =>
  `${ids
    .slice(0, EXAMPLES)
    .map((id) => JSON.stringify(id))
    .join(', ')}${ids.length > EXAMPLES ? ', …' : ''}`;

const pairs = (judgements: Judgements): readonly (readonly [QueryId, DocId, number])[] =>
  [...judgements].flatMap(([query, grades]) => [...grades].map(([id, grade]) => [query, id, grade] as const));

/** How judgements, queries and documents fit together. What does not fit counts as it does in trec_eval. */
export const judgementNotes = (
  documents: ReadonlySet<DocId>,
  queries: readonly Query[],
  judgements: Judgements,
): readonly string[] => {
  const known = new Set(queries.map(({ id }) => id));
  const unjudged = queries.filter(({ id }) => !judgements.has(id)).length;
  const unasked = [...judgements.keys()].filter((id) => !known.has(id)).length;
  const all = pairs(judgements);
  const unfound = all.filter(([, id]) => !documents.has(id)).length;
  const negative = all.filter(([, , grade]) => grade < 0).length;
  const relevant = all.some(([, , grade]) => grade > 0);
  return [
    ...remark(unjudged, 'query has', 'queries have', 'no judgements: searched with, not scored'),
    ...remark(
      unasked,
      'judged query is',
      'judged queries are',
      'not in the query file: without a ranking, so scored 0',
    ),
    ...remark(
      unfound,
      'judgement names a document',
      'judgements name documents',
      'not in the corpus: still in the ideal ranking and in recall',
    ),
    ...remark(negative, 'grade is', 'grades are', 'negative: counted as not relevant'),
    ...(relevant ? [] : ['No judgement is 1 or more, so every score will be 0.']),
  ];
};
