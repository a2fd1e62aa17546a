import {
  type Corpus,
  documentsById,
  failedWithin,
  firstWords,
  fullText,
  type JsonObject,
  type Query,
  type Ranking,
  type Retriever,
  type Tools,
} from '../../../core/index.js';
import type { RetrievedDocument } from '../generation-method.js';

export interface FoundText {
  /** As the trace names it. */
  readonly as: RetrievedDocument;
  /** As the model reads it: no id, which might tell. */
  readonly text: string;
}

/** What a search found, to be read from the top. */
export interface Reading {
  /** The best documents that were not read before and have words at all. */
  unread(read: ReadonlySet<string>, most: number): readonly FoundText[];
}

export interface Readings {
  read(queries: readonly Query[]): Promise<readonly Reading[]>;
  /** Searches that failed, as `failedWork` says it. */
  readonly failed: JsonObject;
}

/** Enough of a document to know it by in a trace. */
const BEGINNING_WORDS = 15;

/**
 * Searches whose documents are read, texts cut by `quoted`. Which documents later searches find is not known beforehand, so
 * the corpus is held in memory. One search runs at a time: runners need not support several calls at once.
 */
export const openReadings = async (
  retriever: Retriever,
  corpus: Corpus,
  tools: Tools,
  quoted: (text: string) => string,
): Promise<Readings> => {
  const runner = await retriever.open(corpus, tools);
  const documents = await documentsById(corpus);
  const readingOf = (hits: Ranking): Reading => ({
    unread: (read, most) => {
      const found: FoundText[] = [];
      for (const { docId, score } of hits) {
        if (found.length === most) break;
        const document = documents.get(docId);
        if (!document || read.has(docId)) continue;
        const text = quoted(fullText(document));
        if (text !== '')
          found.push({ as: { id: docId, score, begins: firstWords(text, BEGINNING_WORDS).text }, text });
      }
      return found;
    },
  });
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: (queries) => {
      const search = last.then(() => runner.run(queries));
      last = search.catch(() => {});
      return search.then((ranked) => ranked.map(({ hits }) => readingOf(hits)));
    },
    get failed() {
      return failedWithin(runner.facts, 'in searches while writing');
    },
  };
};
