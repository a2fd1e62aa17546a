import { type LateEmbedder, type Retriever, type TokenVectors, WorkError } from '../../../core/index.js';
import { openMatrixWork } from '../dense/open-matrix-backend.js';
import { type DocumentText, mustBeCounts } from '../retriever-settings.js';
import {
  bestOf,
  corpusTexts,
  corpusVectors,
  documentHits,
  documentVectors,
  joinedFacts,
  lateBytes,
  partsOf,
  queryVectors,
  storedVectors,
  tokenNames,
  usageFacts,
} from '../vectors/index.js';
import { explainLate, maxSim } from './max-sim.js';
import { tokenBlocks } from './token-blocks.js';

/** Settings of a late-interaction retriever. */
export interface LateOptions {
  readonly embedder: LateEmbedder;
  readonly name: string;
  /** Hits kept per query. */
  readonly topK?: number;
  readonly documentText?: DocumentText;
  readonly dropIdenticalIds?: boolean;
  /** Does as the reference implementation does where the default differs from it: drops identical ids. */
  readonly asPublished?: boolean;
  /** Bytes of token vectors held at once. */
  readonly blockBytes?: number;
}

const BLOCK_BYTES = 1 << 26;

/**
 * Search by late interaction (ColBERT and its kin): exact MaxSim in 32-bit floats over the whole corpus, whose vectors
 * pass by in blocks. A query with a rewrite scores the mean of both.
 */
export const late = (options: LateOptions): Retriever => {
  const { embedder, name, topK = 100, asPublished = false, blockBytes = BLOCK_BYTES } = options;
  const { documentText = 'title-and-text', dropIdenticalIds = asPublished } = options;
  mustBeCounts(name, { topK });
  return {
    name,
    spec: {
      retriever: 'late',
      embedder: embedder.spec,
      topK,
      documentText,
      identicalIds: dropIdenticalIds ? 'dropped' : 'kept',
      repeatedIds: 'last-text',
      tiesAtCutOff: 'id-descending',
    },
    open: async (corpus, tools) => {
      const vectors = await storedVectors(embedder, 'document', lateBytes, tools);
      const texts = await corpusTexts(corpus, documentText, vectors.keyOf);
      const counts = new Uint32Array(texts.keys.length);
      let dimensions = 0;
      const { facts } = await corpusVectors(name, texts, vectors, lateBytes, tools, (place, vector) => {
        if (vector.tokens === 0) return;
        dimensions ||= vector.dimensions;
        checkDimensions(name, vector, dimensions);
        counts[place] = vector.tokens;
      });
      const work = await openMatrixWork(name, tools);
      const embedded = await queryVectors(name, embedder, lateBytes, tools);
      const hits = documentHits(texts, { topK, ties: 'id-descending', dropIdenticalIds });
      const rows = Uint32Array.from(counts.keys()).filter((place) => counts[place]! > 0);
      const tokens = counts.reduce((sum, count) => sum + count, 0);

      /** Every text's score for each query, by its place among `rows`. */
      const scoresOf = async (queries: readonly (readonly TokenVectors[] | undefined)[]) => {
        const scores = queries.map(() => new Float64Array(rows.length));
        let first = 0;
        for await (const block of tokenBlocks(texts, vectors, { counts, dimensions }, blockBytes)) {
          tools.signal.throwIfAborted();
          const documents = { rows: block.data.length / dimensions, dimensions, data: block.data };
          // One query at a time, so that its scores do not depend on who else asks.
          for (const [query, parts] of queries.entries())
            for (const part of parts ?? []) {
              if (part.tokens === 0) continue;
              checkDimensions(name, part, dimensions);
              const asked = { rows: part.tokens, dimensions, data: part.data };
              const some = maxSim(await work.products(asked, documents), part.tokens, block.ends);
              const sums = scores[query]!;
              for (let i = 0; i < some.length; i++) sums[first + i]! += some[i]! / parts!.length;
            }
          first += block.places.length;
        }
        return scores.map((sums) => sums.map(Math.fround));
      };

      return {
        get facts() {
          const bytesPerDocument = texts.keys.length > 0 ? (4 * tokens * dimensions) / texts.keys.length : 0;
          const size = { dimensions, tokens, bytesPerDocument };
          return joinedFacts(facts, size, usageFacts(embedder), embedded.facts);
        },
        run: async (queries) => {
          const asked = await embedded.of(queries);
          const scores = await scoresOf(asked);
          return queries.map((query, i) => {
            const finds = asked[i]?.some((part) => part.tokens > 0);
            const found = { rows, scores: scores[i]! };
            return { query, hits: finds ? hits.of(query, bestOf(found, hits.needed)) : [] };
          });
        },
        explainHits: async (query, documents) => {
          const [parts] = await embedded.of([query]);
          if (!parts) return { scores: new Map() };
          const asked = partsOf(query).map(({ text, role }, i) => ({
            names: tokenNames(embedder, text, role, parts[i]!.tokens),
            vectors: parts[i]!,
          }));
          const found = await documentVectors(documents, documentText, vectors, lateBytes);
          return {
            terms: asked.reduce((sum, { names }) => sum + names.length, 0),
            scores: new Map(
              found
                .filter(({ vector }) => vector.tokens > 0)
                .map(({ document, text, vector }) => [
                  document.id,
                  explainLate(asked, {
                    names: tokenNames(embedder, text, 'document', vector.tokens),
                    vectors: vector,
                  }),
                ]),
            ),
          };
        },
      };
    },
  };
};

const checkDimensions = (name: string, vector: TokenVectors, dimensions: number): void => {
  if (vector.dimensions !== dimensions)
    throw new WorkError(
      `${name}: the embedder gave vectors of ${vector.dimensions} dimensions among vectors of ${dimensions}`,
    );
};
