import {
  type Corpus,
  type Document,
  documentsById,
  failedIn,
  failedWithin,
  failedWork,
  fullText,
  InputError,
  type JsonObject,
  type Query,
  type Retriever,
  type Tools,
  WorkError,
} from '../../../core/index.js';
import type { RetrievedDocument } from '../generation-method.js';
import { partBetween } from './document-context.js';

/** A corpus other than the task's own, under the name that records call it by. */
export interface NamedCorpus {
  readonly name: string;
  readonly corpus: Corpus;
}

/** Where an agent searches: reading the task's own corpus, it may read the very documents that are to be found. */
export const corpusSpec = (other: NamedCorpus | undefined): 'task' | JsonObject =>
  other ? { name: other.name, key: other.corpus.key } : 'task';

export interface Search {
  readonly documents: readonly Document[];
  readonly found: readonly RetrievedDocument[];
}

export interface Searcher {
  /** Opens the retriever and reads the corpus, once. */
  open(): Promise<void>;
  /** The same words find the same, for whichever query they are searched. */
  search(words: string, query: Query): Promise<Search>;
  /** Searches that failed, as `failedWork` says it. */
  readonly failed: JsonObject;
}

const NOTHING: Search = { documents: [], found: [] };
/** Enough of a document to know it by in a trace. */
const BEGINNING = 120;

/**
 * Searches for an agent's queries, one at a time: runners need not support several calls at once. The retriever is opened when that
 * is requested, or by the first search, so that saying what a run would cost builds no index.
 */
export const searcher = (retriever: Retriever, corpus: Corpus, most: number, tools: Tools): Searcher => {
  const searches = new Map<string, Promise<Search>>();
  let opened: ReturnType<typeof openBoth> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let facts = (): JsonObject => ({});
  const failures = { count: 0, reason: '' };

  const openBoth = async () => {
    const runner = await retriever.open(corpus, tools);
    facts = () => runner.facts;
    return { run: runner.run, documents: await documentsById(corpus) };
  };
  const ready = () => {
    opened ??= openBoth();
    return opened;
  };
  const searchFor = async (words: string, query: Query): Promise<Search> => {
    const { run, documents } = await ready();
    const [ranked] = await run([{ id: query.id, text: words }]).catch((error: unknown) => {
      if (endsTheWork(error, tools.signal)) throw error;
      tools.note(`${retriever.name}: a search for ${query.id} failed and found nothing: ${String(error)}`);
      failures.count += 1;
      failures.reason ||= String(error);
      searches.delete(words);
      return [];
    });
    const hits = (ranked?.hits ?? []).slice(0, most).flatMap(({ docId, score }) => {
      const document = documents.get(docId);
      return document ? [{ document, score }] : [];
    });
    return {
      documents: hits.map(({ document }) => document),
      found: hits.map(({ document, score }) => ({ id: document.id, score, begins: beginning(document) })),
    };
  };

  return {
    get failed() {
      const own = failedWork('searches of an agent', failures.count, failures.reason);
      return failedIn(own, failedWithin(facts(), 'in searches while writing'));
    },
    open: async () => {
      await ready();
    },
    search: async (words, query) => {
      if (words.trim() === '') return NOTHING;
      const kept = searches.get(words);
      if (kept) return kept;
      const search = last.then(() => searchFor(words, query));
      last = search.catch(() => {});
      searches.set(words, search);
      return search;
    },
  };
};

/** What is wrong for every search is not taken for a search that found nothing. */
const endsTheWork = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted || error instanceof WorkError || error instanceof InputError;

const beginning = (document: Document): string =>
  partBetween(fullText(document).replace(/\s+/g, ' ').trim(), 0, BEGINNING);
