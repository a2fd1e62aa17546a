import {
  type DenseEmbedder,
  type Document,
  fullText,
  type NearSentence,
  type TextRange,
  type Tools,
} from '../../../core/index.js';
import { denseBytes, storedVectors, vectorsByText } from '../vectors/index.js';

const SHOWN = 3;

/** A text as sentences, by the rules of Unicode; shorter ones than two words say nothing by themselves. */
const sentenceFinder = (): ((text: string) => readonly TextRange[]) => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  return (text) =>
    [...segmenter.segment(text)].flatMap(({ segment, index }) => {
      const start = index + segment.length - segment.trimStart().length;
      const sentence = segment.trim();
      return /\s/.test(sentence) ? [[start, start + sentence.length] as const] : [];
    });
};

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
  const { cachedOnly: _, ...asking } = tools;
  const store = await storedVectors(embedder, 'document', denseBytes, asking);
  const sentencesIn = sentenceFinder();
  const ranges = new Map(documents.map((document) => [document.id, sentencesIn(fullText(document))]));
  const textsOf = (document: Document): readonly string[] =>
    ranges.get(document.id)!.map(([from, to]) => fullText(document).slice(from, to));
  const texts = [...new Set(documents.flatMap(textsOf))];
  const vectors = new Map(await vectorsByText(texts, store, denseBytes.copy));
  const missing = texts.filter((text) => !vectors.has(text));
  if (make && missing.length > 0) {
    const wanted = new Map(missing.map((text) => [store.keyOf(text), text]));
    await store.make(wanted, (key, vector) => vectors.set(wanted.get(key)!, denseBytes.copy(vector)));
  }
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
