import { type DenseEmbedder, failedIn, type Retriever } from '../../core/index.js';
import {
  corpusTexts,
  corpusVectors,
  type DocumentText,
  denseBytes,
  queryVectors,
  storedVectors,
  usageFacts,
} from '../vectors/index.js';
import { planSearch, type SearchOptions } from './dense-search.js';
import { matrixBuilder } from './document-matrix.js';

/** Settings of a dense retriever. */
export interface DenseOptions extends SearchOptions {
  readonly embedder: DenseEmbedder;
  readonly documentText?: DocumentText;
}

/** Search by one vector per text, exact over the whole corpus. */
export const dense = (options: DenseOptions): Retriever => {
  const { embedder, documentText = 'title-and-text' } = options;
  const plan = planSearch(options);
  const { name, variant } = plan;
  return {
    name,
    spec: {
      retriever: 'dense',
      embedder: embedder.spec,
      ...plan.spec,
      documentText,
      repeatedIds: 'last-text',
    },
    open: async (corpus, tools) => {
      const vectors = await storedVectors(embedder, 'document', denseBytes, tools);
      const texts = await corpusTexts(corpus, documentText, vectors.keyOf);
      const builder = matrixBuilder(name, texts.keys.length, variant.truncate);
      const { facts } = await corpusVectors(name, texts, vectors, denseBytes, tools, builder.add);
      const search = await plan.open(texts, builder.built(), tools);
      const asked = await queryVectors(name, embedder, denseBytes, tools);
      return {
        get facts() {
          return {
            ...facts,
            ...search.facts,
            ...usageFacts(embedder),
            ...asked.facts,
            ...failedIn(facts, asked.facts),
          };
        },
        run: async (queries) => search.rank(queries, await asked.of(queries)),
      };
    },
  };
};
