import type { Corpus, Tools } from '../../core/index.js';
import { buildIndex } from './build-index.js';
import { DOCUMENT_TEXTS, type DocumentText } from './presets.js';
import { INDEX_FORMAT, indexBytes, indexFromBytes } from './stored-index.js';
import type { TermIndex } from './term-index.js';

export interface IndexWanted {
  readonly analyzer: { readonly name: string; readonly version: number };
  readonly documentText: DocumentText;
}

/** The index of a corpus, from the cache where it was built before. Presets with one analyzer share it. */
export const openIndex = async (
  corpus: Corpus,
  { analyzer, documentText }: IndexWanted,
  tools: Tools,
): Promise<{ index: TermIndex; cached: boolean }> => {
  const key = {
    kind: 'bm25-index',
    format: INDEX_FORMAT,
    corpus: corpus.key,
    analyzer: { name: analyzer.name, version: analyzer.version },
    documentText,
  };
  const stored = await tools.cache.get(key);
  const found = stored && indexFromBytes(stored);
  if (found) return { index: found, cached: true };
  if (stored) tools.note('bm25: the cached index is damaged; building it again');
  const index = await buildIndex(
    corpus,
    { analyzer: analyzer.name, textOf: DOCUMENT_TEXTS[documentText] },
    tools,
  );
  await tools.cache.put(key, indexBytes(index));
  return { index, cached: false };
};
