import {
  type DocId,
  declaring,
  type Json,
  lexicalText,
  mustFit,
  PROCESS_BYTES,
  type Ranking,
  type Retriever,
  ranking,
  type SettingValues,
  setting,
  settledSettings,
  type Tools,
} from '../../../core/index.js';
import { analyzer, type FindTerms, termFinder } from '../analysis/index.js';
import { topRows } from '../bm25/cut-off.js';
import { useIndex } from '../bm25/open-index.js';
import { repeatedRows } from '../bm25/repeated-ids.js';
import { type TermIndex, termIn } from '../bm25/term-index.js';
import { type TermScore, termParts } from '../bm25/term-parts.js';
import { TOP_K } from '../retriever-settings.js';
import {
  type LatentSpace,
  latentSpace,
  latentSpaceBytes,
  normalise,
  type TermCounts,
  termCounts,
  termWeight,
} from './latent-space.js';
import type { BetweenSteps } from './truncated-svd.js';

/** What a system's text may say of it. Deerwester et al. found 70 to 100 dimensions enough for MED; 128 is a round number above. */
const LSA = { dimensions: setting.count('dimensions of the vectors', 128, [32, 512]) } as const;

/** Settings of `lsa`. */
export interface LsaOptions extends SettingValues<typeof LSA>, SettingValues<typeof TOP_K> {}

const ANALYZER = 'lucene-english';
/** Goes up when the same corpus would get other vectors. */
const VERSION = 1;

/** Latent semantic indexing: dense vectors computed from the corpus itself, so that nothing has to be downloaded. */
export const lsa = declaring(LSA, (options: LsaOptions = {}): Retriever => {
  const { dimensions, topK } = settledSettings('lsa', { ...LSA, ...TOP_K }, options);
  const space = {
    retriever: 'lsa',
    version: VERSION,
    dimensions,
    analyzer: ANALYZER,
    analyzerVersion: analyzer(ANALYZER).version,
    documentText: 'title-and-text',
  } as const;
  return {
    name: dimensions === LSA.dimensions.default ? 'lsa' : `lsa(dimensions=${dimensions})`,
    spec: { ...space, topK, repeatedIds: 'last-text' },
    open: async (corpus, tools) => {
      const began = tools.now();
      const analysis = analyzer(ANALYZER);
      const { made } = await useIndex(
        corpus,
        { analyzer: analysis, documentText: space.documentText },
        tools,
        ({ index }) => {
          const rows = repeatedRows(index.ids).lastRows ?? Uint32Array.from(index.lengths.keys());
          return { index, rows, counts: termCounts(index, rows) };
        },
      );
      const { index, rows, counts } = made;
      const vectors = await openSpace(counts, { kind: 'lsa-space', corpus: corpus.key, ...space }, tools);
      const fold = folding(index, counts, vectors);
      const search = (tokens: readonly string[]): Ranking =>
        nearest(fold(tokens), vectors, topK, (place) => index.ids.at(rows[place]!));
      let finder: FindTerms | undefined;
      return {
        facts: {
          lsaDocuments: rows.length,
          lsaRank: vectors.rank,
          lsaSeconds: (tools.now() - began) / 1000,
          indexBytes: vectors.terms.byteLength + vectors.documents.byteLength,
        },
        run: async (queries) =>
          queries.map((query) => {
            tools.signal.throwIfAborted();
            return { query, hits: search(analysis.analyze(lexicalText(query))) };
          }),
        explainHits: async (query, documents) => {
          const tokens = analysis.analyze(lexicalText(query));
          const placeOf = new Map(Array.from(rows, (row, place) => [index.ids.at(row), place]));
          const known = new Set(tokens.filter((token) => termIn(index, token) !== undefined));
          finder ??= termFinder(analysis);
          const find = finder;
          const explain = termShares(tokens, index, counts, vectors);
          return {
            terms: known.size,
            scores: new Map(
              documents.flatMap((document) => {
                const place = placeOf.get(document.id);
                return place === undefined
                  ? []
                  : [[document.id, termParts(explain(place), document, space.documentText, find)]];
              }),
            ),
          };
        },
      };
    },
  };
});

/** The latent space of a corpus, from the cache where it was computed before. */
const openSpace = async (
  counts: TermCounts,
  key: { readonly dimensions: number } & Record<string, Json>,
  tools: Tools,
): Promise<LatentSpace> => {
  const { rows: terms, columns: documents } = counts.matrix;
  const stored = await tools.cache.get(key);
  const rank = stored ? stored.byteLength / 4 / (terms + documents) : Number.NaN;
  if (stored && Number.isInteger(rank)) {
    // A Buffer's own slice would share its memory, and what lies around it.
    const numbers = new Float32Array(new Uint8Array(stored).buffer);
    return { rank, terms: numbers.subarray(0, terms * rank), documents: numbers.subarray(terms * rank) };
  }
  const bytes = PROCESS_BYTES + latentSpaceBytes(counts, key.dimensions);
  mustFit({ work: 'computing the latent space of the corpus', bytes, onEngine: false }, tools);
  const computed = await withPercent('lsa: percent of the latent space', tools, (between) =>
    latentSpace(counts, key.dimensions, between),
  );
  await tools.cache.put(key, [bytesOf(computed.terms), bytesOf(computed.documents)]);
  return computed;
};

/** Long work in steps: what is done of it is shown, and between two steps it can be stopped. */
const withPercent = async <T>(
  label: string,
  tools: Tools,
  work: (between: BetweenSteps) => Promise<T>,
): Promise<T> => {
  const progress = tools.progress(label, 100);
  let shown = 0;
  try {
    return await work(async (done, total) => {
      const percent = Math.floor((100 * done) / total);
      progress.advance(percent - shown);
      shown = percent;
      // Ctrl-C is heard only when nothing is computed.
      await new Promise((resolve) => setTimeout(resolve));
      tools.signal.throwIfAborted();
    });
  } finally {
    progress.done();
  }
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The terms of a text that documents hold, with how often it says them and what they weigh. */
const weightedTerms = (
  tokens: readonly string[],
  index: TermIndex,
  { matrix, documentFrequencies }: TermCounts,
) => {
  const counted = new Map<string, number>();
  for (const token of tokens) counted.set(token, (counted.get(token) ?? 0) + 1);
  return [...counted].flatMap(([token, times]) => {
    const term = termIn(index, token);
    if (term === undefined || documentFrequencies[term] === 0) return [];
    return [{ token, times, term, weight: termWeight(times, matrix.columns, documentFrequencies[term]!) }];
  });
};

/** Places a text among the terms it holds, as a unit vector; all zeros if the corpus knows none of them. */
const folding =
  (index: TermIndex, counts: TermCounts, { rank, terms }: LatentSpace) =>
  (tokens: readonly string[]): Float32Array => {
    const point = new Float32Array(rank);
    for (const { term, weight } of weightedTerms(tokens, index, counts))
      for (let k = 0; k < rank; k++) point[k]! += weight * terms[term * rank + k]!;
    normalise(point, 0, rank);
    return point;
  };

/**
 * What each term of a text adds to its cosine with a document: the text's point is a weighted sum of its terms' points, so
 * the cosine is a sum too. A term may add something to a document that does not say it.
 */
const termShares = (
  tokens: readonly string[],
  index: TermIndex,
  counts: TermCounts,
  { rank, terms, documents }: LatentSpace,
): ((place: number) => TermScore) => {
  const { matrix, documentFrequencies } = counts;
  const weighted = weightedTerms(tokens, index, counts);
  const point = new Float64Array(rank);
  for (const { term, weight } of weighted)
    for (let k = 0; k < rank; k++) point[k]! += weight * terms[term * rank + k]!;
  const length = Math.hypot(...point) || 1;
  return (place) => {
    const shares = weighted.map(({ token, times, term, weight }) => {
      let dot = 0;
      for (let k = 0; k < rank; k++) dot += terms[term * rank + k]! * documents[place * rank + k]!;
      const idf = Math.log(matrix.columns / documentFrequencies[term]!);
      return {
        term: token,
        value: (weight * dot) / length,
        from: { idf, 'times in query': times, weight, likeness: dot },
      };
    });
    return { score: shares.reduce((sum, { value }) => sum + value, 0), terms: shares };
  };
};

/** The documents of the highest cosine. A text of unknown words is near to nothing. */
const nearest = (
  point: Float32Array,
  { rank, documents }: LatentSpace,
  topK: number,
  idAt: (place: number) => DocId,
): Ranking => {
  if (!point.some((value) => value !== 0)) return [];
  const scores = new Float32Array(documents.length / rank);
  for (let place = 0; place < scores.length; place++) {
    let dot = 0;
    for (let k = 0; k < rank; k++) dot += point[k]! * documents[place * rank + k]!;
    scores[place] = dot;
  }
  const places = topRows(scores, topK, Number.NEGATIVE_INFINITY);
  return ranking(Array.from(places, (place) => ({ docId: idAt(place), score: scores[place]! })));
};
