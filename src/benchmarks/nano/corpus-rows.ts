import {
  type Corpus,
  type DocId,
  type Document,
  PYTHON_SPACE,
  type Tools,
  trimmedEnds,
} from '../../core/index.js';

export interface Row {
  readonly id: DocId;
  readonly text: string;
  /** Which row of the corpus it is, from 0. */
  readonly place: number;
}

/** The rows with a text, in corpus order, one batch in memory at a time. */
export async function* rowsWithText(
  corpus: Corpus,
  tools: Tools,
  label: string,
): AsyncGenerator<readonly Row[]> {
  const progress = tools.progress(label);
  let place = 0;
  try {
    for await (const batch of corpus.rows()) {
      tools.signal.throwIfAborted();
      const rows = batch.map(
        (document): Row => ({ id: document.id, text: nanoText(document), place: place++ }),
      );
      yield rows.filter(({ text }) => text !== '');
      progress.advance(batch.length);
    }
  } finally {
    progress.done();
  }
}

/** The first row of each of these ids; ids without one are absent. Reads no further than it must. */
export const firstRows = async (
  corpus: Corpus,
  ids: Iterable<DocId>,
  tools: Tools,
  label: string,
): Promise<ReadonlyMap<DocId, Row>> => {
  const missing = new Set(ids);
  const found = new Map<DocId, Row>();
  if (missing.size === 0) return found;
  for await (const rows of rowsWithText(corpus, tools, label)) {
    for (const row of rows) if (missing.delete(row.id)) found.set(row.id, row);
    if (missing.size === 0) break;
  }
  return found;
};

const SPACE = new RegExp(PYTHON_SPACE);

/** Python's `str.strip()`. */
export const trimmed = (text: string): string => trimmedEnds(text, SPACE);

/** A document as one text: title and body trimmed, with a blank line between where both exist and differ. */
export const nanoText = (document: Pick<Document, 'title' | 'text'>): string => {
  const title = trimmed(document.title ?? '');
  const body = trimmed(document.text);
  return title && body && title !== body ? `${title}\n\n${body}` : body || title;
};
