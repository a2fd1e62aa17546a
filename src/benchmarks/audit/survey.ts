import {
  type Corpus,
  type DocId,
  type EntityFinder,
  fullText,
  once,
  relevantIn,
  type Task,
  type Tools,
} from '../../core/index.js';
import { nearDuplicateIndex } from '../../evaluation/overlap/index.js';
import { sha256 } from '../../platform/node/index.js';
import type { Row, Survey } from './check.js';
import { NEAR, nearRows } from './near-rows.js';
import { openPersonalDataScan } from './personal-data-scan.js';

type PlainRow = Omit<Row, 'personalData'>;

/** Large enough that a message between threads costs nothing. */
const BATCH_UNITS = 1 << 17;
/** Texts of so many batches are held at once. */
const MOST_BATCHES = 8;

/** Reads the corpus once, shows every row, and keeps what checks need afterwards: no text but those of relevant documents. */
export const surveyOf = async (
  { judgements, corpus }: Task,
  tools: Tools,
  evidence: Survey['evidence'],
  show: (row: Row) => void,
  ner?: EntityFinder,
): Promise<Survey> => {
  const wanted = new Set([...judgements.values()].flatMap(relevantIn));
  const ids: DocId[] = [];
  const hashes: string[] = [];
  const rowOf = new Map<DocId, number>();
  const texts = new Map<DocId, string>();
  const index = nearDuplicateIndex(NEAR);
  const progress = tools.progress('auditing documents');
  const scan = openPersonalDataScan(tools, ner);
  /** Batches whose personal data is looked for, in file order. */
  const inWork: { readonly rows: readonly PlainRow[]; readonly found: ReturnType<typeof scan.give> }[] = [];
  const showOldest = async (): Promise<void> => {
    const { rows, found } = inWork.shift()!;
    const data = await found;
    for (const [i, row] of rows.entries()) show({ ...row, personalData: data.get(i) ?? [] });
    progress.advance(rows.length);
  };
  try {
    for await (const batch of batchesOf(corpus)) {
      tools.signal.throwIfAborted();
      const rows = batch.map((document, i) => ({ ...document, index: ids.length + i }));
      const found = scan.give(rows.map(({ text }) => text));
      // Its failure is reported when it is waited for.
      found.catch(() => {});
      inWork.push({ rows, found });
      for (const { id, text, index: row } of rows) {
        ids.push(id);
        rowOf.set(id, row);
        hashes.push(sha256(text));
        index.add(text);
        if (wanted.has(id)) texts.set(id, text);
      }
      while (inWork.length > MOST_BATCHES) await showOldest();
    }
    while (inWork.length > 0) await showOldest();
  } finally {
    await scan.close();
    progress.done();
  }
  const near = once(() => nearRows(index));
  const relevant = [...judgements].map(
    ([query, grades]) => [query, relevantIn(grades).filter((id) => rowOf.has(id))] as const,
  );
  return {
    ids,
    rowOf,
    hashes,
    relevant: new Map(relevant.filter(([, documents]) => documents.length > 0)),
    texts,
    evidence,
    get near() {
      return near();
    },
  };
};

async function* batchesOf(corpus: Corpus): AsyncGenerator<readonly Pick<Row, 'id' | 'text'>[]> {
  let batch: Pick<Row, 'id' | 'text'>[] = [];
  let units = 0;
  for await (const documents of corpus.rows())
    for (const document of documents) {
      const text = fullText(document);
      batch.push({ id: document.id, text });
      units += text.length;
      if (units < BATCH_UNITS) continue;
      yield batch;
      batch = [];
      units = 0;
    }
  if (batch.length > 0) yield batch;
}
