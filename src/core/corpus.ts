import { type DocId, docId } from './ids.js';

/** A document of a corpus. */
export interface Document {
  readonly id: DocId;
  readonly text: string;
  /** BEIR corpora have titles; R2MED's do not. */
  readonly title?: string;
}

/** The documents of a task, every row in file order; a repeated id is a repeated row. */
export interface Corpus {
  /** Equal keys, equal rows: what caches are keyed by. */
  readonly key: string;
  /** How many bytes of text it has, estimated; nothing where that is unknown. */
  readonly bytes?: number;
  /** Rows in file order, in batches, read again on every call. */
  rows(): DocumentRows;
}

/** Documents in batches. A reader that needs every text once may read blocks instead, where there are any. */
export interface DocumentRows extends AsyncIterable<readonly Document[]> {
  /**
   * The same documents as parts of longer strings, so that none has to be made for each. A document without a title is read by its
   * text, one with a title by what `titled` makes of it.
   */
  blocks?(titled: (document: Document) => string): AsyncIterable<DocumentBlock>;
}

/** Consecutive documents in one string. */
export interface DocumentBlock {
  /** Copy an id that is to stay: it may be a part of `text`. */
  readonly ids: readonly DocId[];
  readonly text: string;
  /** Where the text of each document begins and ends. */
  readonly ranges: Uint32Array;
}

/** Documents as a block, each by one of its texts. */
export const documentBlock = (
  documents: readonly Document[],
  textOf: (document: Document) => string,
): DocumentBlock => {
  const ranges = new Uint32Array(2 * documents.length);
  const texts = documents.map(textOf);
  let end = 0;
  for (const [i, text] of texts.entries()) {
    ranges[2 * i] = end;
    end += text.length;
    ranges[2 * i + 1] = end;
  }
  return { ids: documents.map(({ id }) => id), text: texts.join(''), ranges };
};

/** Title and text as one string, joined by a newline as MTEB and BEIR's readers do. */
export const fullText = (document: Document): string =>
  document.title ? `${document.title}\n${document.text}` : document.text;

/**
 * One document per id. The last text wins and keeps the first row's position: what R2MED's dense, rerank and
 * generation paths do with the repeated ids of four of its corpora. With `wanted`, only documents of these ids.
 */
export const documentsById = async (
  corpus: Corpus,
  wanted?: ReadonlySet<string>,
): Promise<ReadonlyMap<DocId, Document>> => {
  const documents = new Map<DocId, Document>();
  if (wanted?.size === 0) return documents;
  for await (const batch of corpus.rows())
    for (const row of batch) if (!wanted || wanted.has(row.id)) documents.set(row.id, row);
  return documents;
};

/** The ids of all documents, in the order of their first rows. */
export const documentIds = async (corpus: Corpus): Promise<ReadonlySet<DocId>> => {
  const ids = new Set<DocId>();
  for await (const rows of corpus.rows()) for (const { id } of rows) ids.add(id);
  return ids;
};

/** A corpus held in memory; `key` must change when the rows do. */
export const corpusOf = (
  key: string,
  rows: readonly { readonly id: string; readonly text: string; readonly title?: string }[],
): Corpus => ({
  key,
  async *rows() {
    yield rows.map((row) => ({ ...row, id: docId(row.id) }));
  },
});
