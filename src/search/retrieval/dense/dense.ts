import {
  type Corpus,
  counted,
  type DenseEmbedder,
  type DocId,
  type Document,
  fullText,
  type ItemKey,
  type JsonObject,
  type Retriever,
  type Tools,
  WorkError,
} from '../../../core/index.js';
import type { VectorFeedbackUse } from '../relevance-feedback/index.js';
import { DOCUMENT_TEXTS, type DocumentText } from '../retriever-settings.js';
import {
  corpusTexts,
  corpusVectors,
  denseBytes,
  documentVectors,
  joinedFacts,
  partNames,
  queryVectors,
  type StoredVectors,
  storedVectors,
  usageFacts,
  vectorsOfTexts,
} from '../vectors/index.js';
import { attributedScores } from './attributed-score.js';
import { planSearch, type SearchOptions, type SearchPlan } from './dense-search.js';
import { documentVectorsOf, holdsVectors, matrixBuilder } from './document-matrix.js';
import { movedQueries } from './moved-queries.js';
import { nearSentences } from './near-sentences.js';
import type { DenseSearch, VectorPlace } from './vector-place.js';
import type { RowReader } from './vector-rows.js';

/** Settings of a dense retriever. */
export interface DenseOptions extends SearchOptions {
  readonly embedder: DenseEmbedder;
  readonly documentText?: DocumentText;
  /** A second search, moved towards what the first one finds. */
  readonly feedback?: VectorFeedbackUse;
}

/** Search by one vector per text, exact over the whole corpus. */
export const dense = (options: DenseOptions): Retriever => {
  const { embedder, documentText = 'title-and-text', place, feedback } = options;
  const plan = planSearch(options);
  const { name } = plan;
  return {
    name: feedback ? `${feedback.method.name} > ${name}` : name,
    spec: {
      retriever: 'dense',
      embedder: embedder.spec,
      ...plan.spec,
      documentText,
      repeatedIds: 'last-text',
      ...(feedback && { feedback: feedback.method.spec }),
    },
    open: async (corpus, tools) => {
      const vectors = await storedVectors(embedder, 'document', denseBytes, tools);
      const made = { plan, embedder, documentText, vectors };
      const { facts, search, vectorsOf, vectorsById } = place
        ? await placed(place, made, corpus, tools)
        : await held(made, corpus, tools);
      const embedded = await queryVectors(name, embedder, denseBytes, tools);
      const moved = feedback && movedQueries(embedded, feedback, search, vectorsById);
      const asked = moved ?? embedded;
      return {
        get facts() {
          return joinedFacts(facts, search.facts, usageFacts(embedder), asked.facts);
        },
        run: async (queries) => search.rank(queries, await asked.of(queries)),
        explainHits: async (query, documents, { sentences = false, terms = false }) => {
          const [parts] = await asked.of([query]);
          if (!parts) return { scores: new Map() };
          const names = [...partNames(query), ...(moved?.readFor(query) ?? [])];
          const explain = plan.explainer({ names, vectors: parts });
          const found = await vectorsOf(documents);
          const near = await nearSentences(documents, embedder, explain.similarity, sentences, tools);
          const [ranked] = await search.rank([query], [parts]);
          const scored = found.map(({ document, vector }) => ({
            id: document.id,
            text: DOCUMENT_TEXTS[documentText](document),
            offset: fullText(document).length - DOCUMENT_TEXTS[documentText](document).length,
            score: explain.similarity(vector),
          }));
          const attributed = await attributedScores(scored, embedder, explain.similarity, terms, tools);
          const scores = found.map(({ document, vector }, i) => {
            const nearest = near.of(document);
            const bySentence = attributed.of(scored[i]!);
            const whole = { ...explain.of(vector), ...(bySentence && { parts: bySentence }) };
            const score = plan.byCodes(whole, ranked!, document.id);
            return [document.id, { ...score, ...(nearest.length > 0 && { sentences: nearest }) }] as const;
          });
          const missing = [
            ...(near.missing > 0 ? [counted(near.missing, 'sentence')] : []),
            ...(terms && attributed.missing > 0
              ? [`parts of ${counted(attributed.missing, 'document')}`]
              : []),
          ];
          return {
            scores: new Map(scores),
            ...(missing.length > 0 && { missing: missing.map(vectorsOfWhat) }),
          };
        },
      };
    },
  };
};

const vectorsOfWhat = (what: string): string =>
  what === '1 sentence' ? 'the vector of a sentence' : `the vectors of ${what}`;

interface Made {
  readonly plan: SearchPlan;
  readonly embedder: DenseEmbedder;
  readonly documentText: DocumentText;
  readonly vectors: StoredVectors<Float32Array>;
}

interface Searched {
  readonly facts: JsonObject;
  readonly search: DenseSearch;
  vectorsOf(
    documents: readonly Document[],
  ): Promise<readonly { readonly document: Document; readonly vector: Float32Array }[]>;
  vectorsById(ids: readonly DocId[]): Promise<ReadonlyMap<DocId, Float32Array>>;
}

/** All vectors in this process, or read in blocks where they would not fit. */
const held = async (
  { plan, documentText, vectors }: Made,
  corpus: Corpus,
  tools: Tools,
): Promise<Searched> => {
  const { name, variant } = plan;
  const texts = await corpusTexts(corpus, documentText, vectors.keyOf);
  const holds = holdsVectors({ name, documents: texts.ids.length, from: 'cached', variant }, tools);
  const builder = matrixBuilder(name, texts.keys.length, { ...variant, holds });
  const { facts } = await corpusVectors(name, texts, vectors, denseBytes, tools, builder.add);
  const built = documentVectorsOf(builder.built(), (textOf, dimensions) =>
    storedRows(name, vectors, (row) => texts.keys[textOf[row]!]!, dimensions),
  );
  let rowOf: ReadonlyMap<DocId, number> | undefined;
  return {
    facts,
    search: await plan.open(texts, built, tools),
    vectorsOf: (documents) => documentVectors(documents, documentText, vectors, denseBytes),
    vectorsById: async (ids) => {
      rowOf ??= new Map(texts.ids.map((id, row) => [id, row]));
      const rows = new Map(ids.map((id) => [id, rowOf!.get(id)!]));
      const keyOf = (row: number): ItemKey => texts.keys[texts.textOf[row]!]!;
      const found = new Map<ItemKey, Float32Array>();
      await vectors.read(new Set([...rows.values()].map(keyOf)), (key, vector) => {
        found.set(key, denseBytes.copy(vector));
      });
      return new Map(
        [...rows].flatMap(([id, row]) => {
          const vector = found.get(keyOf(row));
          return vector ? [[id, vector] as const] : [];
        }),
      );
    },
  };
};

/** The vectors where a place keeps them; those it lacks are made as it asks for them. */
const placed = async (
  place: VectorPlace,
  { plan, embedder, documentText, vectors }: Made,
  corpus: Corpus,
  tools: Tools,
): Promise<Searched> => {
  const search = await place.open(
    {
      plan,
      key: { embedder: embedder.spec, documentText },
      of: async (documents) => {
        const texts = documents.map(DOCUMENT_TEXTS[documentText]);
        const byKey = new Map(texts.map((text) => [vectors.keyOf(text), text]));
        const { vectors: found, reason } = await vectorsOfTexts(vectors, byKey, denseBytes);
        return {
          vectors: texts.map((text) => found.get(vectors.keyOf(text))),
          ...(reason !== undefined && { reason }),
        };
      },
    },
    corpus,
    tools,
  );
  return {
    facts: {},
    search,
    vectorsOf: async (documents) => {
      const found = await search.vectorsOf(documents.map(({ id }) => id));
      return documents.flatMap((document) => {
        const vector = found.get(document.id);
        return vector ? [{ document, vector }] : [];
      });
    },
    vectorsById: (ids) => search.vectorsOf(ids),
  };
};

/** Reads rows from the cache that their vectors came from; each row is the vector of a key. */
const storedRows =
  (
    name: string,
    vectors: Pick<StoredVectors<Float32Array>, 'read'>,
    keyOf: (row: number) => ItemKey,
    dimensions: number,
  ): RowReader['read'] =>
  async (rows, into) => {
    const placeOf = new Map<ItemKey, number>();
    for (const [place, row] of rows.entries()) placeOf.set(keyOf(row), place);
    await vectors.read([...placeOf.keys()], (key, vector) => {
      const place = placeOf.get(key);
      if (place === undefined || vector.length < dimensions) return;
      into.set(vector.subarray(0, dimensions), place * dimensions);
      placeOf.delete(key);
    });
    if (placeOf.size > 0)
      throw new WorkError(
        `${name}: ${placeOf.size} vectors that are not held in memory can no longer be read from the cache`,
        'make sure that the cache can be written and nothing removes it, then run the same command again; or allow more: --memory',
      );
  };
