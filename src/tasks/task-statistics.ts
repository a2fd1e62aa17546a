import {
  type DocId,
  type Document,
  fullText,
  type Judgements,
  type Query,
  type QueryId,
  type Task,
  type TaskStatistics,
  type Tools,
} from '../core/index.js';
import type { FoundFile } from './format-match.js';
import type { FolderFormat } from './formats/index.js';
import { readDocuments } from './read-corpus.js';
import { isEmptyText, noWarnings, warningNotes } from './rows.js';
import { remark } from './wording.js';

/** What is known of a task once its corpus has been read through. */
export const countTask = async (
  corpus: { readonly file: FoundFile; readonly format: FolderFormat },
  queries: readonly Query[],
  judgements: Judgements,
  notes: readonly string[],
): Promise<TaskStatistics> => {
  const warnings = noWarnings();
  const ids = new Set<DocId>();
  let documents = 0;
  let empty = 0;
  for await (const batch of readDocuments(corpus.file.path, corpus.format, warnings)) {
    documents += batch.length;
    for (const document of batch) {
      ids.add(document.id);
      if (isEmpty(document)) empty += 1;
    }
  }
  const repeated = documents - ids.size;
  const { name } = corpus.file;
  return {
    queries: queries.length,
    documents,
    uniqueDocuments: ids.size,
    judgements: pairs(judgements).length,
    notes: [
      ...notes,
      ...warningNotes(name, warnings),
      ...remark(
        repeated,
        'row repeats',
        'rows repeat',
        'the id of an earlier one; BM25 counts every row, everything else keeps the last text of an id',
        name,
      ),
      ...remark(empty, 'document has', 'documents have', 'no text', name),
      ...judgementNotes(ids, queries, judgements),
    ],
  };
};

/** Notes the data warnings of a task: input that is unusual but accepted. */
export const tellNotes = async (task: Task, tools: Tools): Promise<void> => {
  for (const note of (await task.statistics()).notes) tools.note(`${task.name}: ${note}`);
};

const isEmpty = (document: Document): boolean => isEmptyText(fullText(document));

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
