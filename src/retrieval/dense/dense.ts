import { type DenseEmbedder, failedIn, type Retriever } from '../../core/index.js';
import {
  corpusTexts,
  corpusVectors,
  type DocumentText,
  denseBytes,
  documentVectors,
  partNames,
  queryVectors,
  storedVectors,
  usageFacts,
} from '../vectors/index.js';
import { planSearch, type SearchOptions } from './dense-search.js';
import { documentVectorsOf, matrixBuilder } from './document-matrix.js';
import { nearSentences } from './near-sentences.js';
import { storedRows } from './stored-rows.js';
import { holdsVectors } from './vector-memory.js';

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
      const holds = holdsVectors(name, texts.ids.length, variant, tools);
      const builder = matrixBuilder(name, texts.keys.length, { ...variant, holds });
      const { facts } = await corpusVectors(name, texts, vectors, denseBytes, tools, builder.add);
      const built = documentVectorsOf(builder.built(), (textOf, dimensions) =>
        storedRows(name, vectors, (row) => texts.keys[textOf[row]!]!, dimensions),
      );
      const search = await plan.open(texts, built, tools);
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
        explainHits: async (query, documents, { sentences = false }) => {
          const [parts] = await asked.of([query]);
          if (!parts) return { scores: new Map() };
          const explain = plan.explainer({ names: partNames(query), vectors: parts });
          const found = await documentVectors(documents, documentText, vectors, denseBytes);
          const near = await nearSentences(documents, embedder, explain.similarity, sentences, tools);
          const [ranked] = await search.rank([query], [parts]);
          const scores = found.map(({ document, vector }) => {
            const nearest = near.of(document);
            const score = plan.byCodes(explain.of(vector), ranked!, document.id);
            return [document.id, { ...score, ...(nearest.length > 0 && { sentences: nearest }) }] as const;
          });
          return {
            scores: new Map(scores),
            ...(near.missing > 0 && {
              missing: [
                near.missing === 1 ? 'the vector of a sentence' : `the vectors of ${near.missing} sentences`,
              ],
            }),
          };
        },
      };
    },
  };
};
