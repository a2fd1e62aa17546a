import { type DocId, fullText, once, type QueryId, type Task, type Tools } from '../core/index.js';
import { sha256 } from '../node/index.js';
import { nearDuplicateIndex } from '../overlap/index.js';
import { findPersonalData } from '../personal-data/index.js';
import type { Row, Survey } from './check.js';
import { nearRows } from './near-rows.js';
import { NEAR } from './near-rule.js';

/** Reads the corpus once, shows every row, and keeps what checks need afterwards: no text but those of relevant documents. */
export const surveyOf = async (
  { judgements, corpus }: Task,
  tools: Tools,
  show: (row: Row) => void,
): Promise<Survey> => {
  const wanted = relevantIds(judgements);
  const ids: DocId[] = [];
  const hashes: string[] = [];
  const rowOf = new Map<DocId, number>();
  const texts = new Map<DocId, string>();
  const index = nearDuplicateIndex(NEAR);
  const progress = tools.progress('auditing documents');
  try {
    for await (const batch of corpus.rows()) {
      tools.signal.throwIfAborted();
      for (const document of batch) {
        const text = fullText(document);
        const row = {
          index: ids.length,
          id: document.id,
          text,
          personalData: once(() => findPersonalData(text)),
        };
        ids.push(row.id);
        rowOf.set(row.id, row.index);
        hashes.push(sha256(row.text));
        index.add(row.text);
        if (wanted.has(row.id)) texts.set(row.id, row.text);
        show(row);
      }
      progress.advance(batch.length);
    }
  } finally {
    progress.done();
  }
  const near = once(() => nearRows(index));
  return {
    ids,
    rowOf,
    hashes,
    relevant: relevantIn(judgements, rowOf),
    texts,
    get near() {
      return near();
    },
  };
};

const relevantIds = (judgements: Task['judgements']): ReadonlySet<DocId> =>
  new Set([...judgements.values()].flatMap(relevantOf));

const relevantOf = (grades: ReadonlyMap<DocId, number>): readonly DocId[] =>
  [...grades].flatMap(([id, grade]) => (grade >= 1 ? [id] : []));

const relevantIn = (
  judgements: Task['judgements'],
  rowOf: ReadonlyMap<DocId, number>,
): ReadonlyMap<QueryId, readonly DocId[]> =>
  new Map(
    [...judgements]
      .map(([query, grades]) => [query, relevantOf(grades).filter((id) => rowOf.has(id))] as const)
      .filter(([, documents]) => documents.length > 0),
  );
