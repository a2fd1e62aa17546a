import {
  type DenseEmbedder,
  type Document,
  fullText,
  type NearSentence,
  type Tools,
} from '../../../core/index.js';
import { extraVectors } from './extra-vectors.js';
import { sentenceFinder } from './sentences.js';

const SHOWN = 3;

/**
 * The sentences of documents that are nearest to a query, by the vectors of the same model. Vectors of sentences are no part of a
 * search: they are made where that is asked for, and kept like all others.
 */
export const nearSentences = async (
  documents: readonly Document[],
  embedder: DenseEmbedder,
  similarity: (vector: Float32Array) => number,
  make: boolean,
  tools: Tools,
) => {
  const sentencesIn = sentenceFinder();
  const ranges = new Map(documents.map((document) => [document.id, sentencesIn(fullText(document))]));
  const textsOf = (document: Document): readonly string[] =>
    ranges.get(document.id)!.map(([from, to]) => fullText(document).slice(from, to));
  const texts = [...new Set(documents.flatMap(textsOf))];
  const vectors = await (await extraVectors(embedder, make, tools))(texts);
  return {
    /** Sentences whose vectors are not kept. */
    missing: texts.filter((text) => !vectors.has(text)).length,
    of: (document: Document): readonly NearSentence[] => {
      const own = textsOf(document);
      return ranges
        .get(document.id)!
        .flatMap((range, i) => {
          const vector = vectors.get(own[i]!);
          return vector ? [{ range, score: similarity(vector) }] : [];
        })
        .sort((a, b) => b.score - a.score)
        .slice(0, SHOWN);
    },
  };
};
