import type { Corpus, Tools } from '../../../core/index.js';
import { DOCUMENT_TEXTS, type DocumentText } from '../retriever-settings.js';
import { buildIndex } from './build-index.js';
import { DamagedIndex, INDEX_FORMAT, indexBytes, openStored } from './stored-index.js';
import type { TermIndex } from './term-index.js';

export interface IndexWanted {
  readonly analyzer: { readonly name: string; readonly version: number };
  readonly documentText: DocumentText;
}

export interface OpenedIndex {
  readonly index: TermIndex;
  readonly cached: boolean;
}

export interface IndexUse<T> {
  readonly opened: OpenedIndex;
  readonly made: T;
  /** Works with what was made. If the cached index turns out to be damaged, it is built and the work done again. */
  sound<R>(work: (made: T) => R): Promise<R>;
}

/**
 * The index of a corpus, from the cache where it was built before, and what `make` makes of it. Presets with one analyzer
 * share an index. Only what a search needs is read from the cache.
 */
export const useIndex = async <T>(
  corpus: Corpus,
  wanted: IndexWanted,
  tools: Tools,
  make: (opened: OpenedIndex) => T,
): Promise<IndexUse<T>> => {
  const rebuilt = async (): Promise<{ opened: OpenedIndex; made: T }> => {
    tools.note('bm25: the cached index is damaged; building it again');
    const opened = await buildAndStore(corpus, wanted, tools);
    return { opened, made: make(opened) };
  };
  const opened = await openIndex(corpus, wanted, tools);
  let current: { opened: OpenedIndex; made: T };
  try {
    current = { opened, made: make(opened) };
  } catch (error) {
    if (!(error instanceof DamagedIndex)) throw error;
    current = await rebuilt();
  }
  return {
    get opened() {
      return current.opened;
    },
    get made() {
      return current.made;
    },
    sound: async (work) => {
      try {
        return work(current.made);
      } catch (error) {
        if (!(error instanceof DamagedIndex)) throw error;
        current = await rebuilt();
        return work(current.made);
      }
    },
  };
};

const keyOf = (corpus: Corpus, { analyzer, documentText }: IndexWanted) => ({
  kind: 'bm25-index',
  format: INDEX_FORMAT,
  corpus: corpus.key,
  analyzer: { name: analyzer.name, version: analyzer.version },
  documentText,
});

const openIndex = async (corpus: Corpus, wanted: IndexWanted, tools: Tools): Promise<OpenedIndex> => {
  const stored = await tools.cache.open(keyOf(corpus, wanted));
  const found = stored && openStored(stored);
  if (found) return { index: found, cached: true };
  if (stored) tools.note('bm25: the cached index is damaged; building it again');
  return buildAndStore(corpus, wanted, tools);
};

const buildAndStore = async (corpus: Corpus, wanted: IndexWanted, tools: Tools): Promise<OpenedIndex> => {
  const recipe = { analyzer: wanted.analyzer.name, textOf: DOCUMENT_TEXTS[wanted.documentText] };
  const index = await buildIndex(corpus, recipe, tools);
  await tools.cache.put(keyOf(corpus, wanted), indexBytes(index));
  return { index, cached: false };
};
