import type { ItemKey, TokenVectors } from '../../../core/index.js';
import type { CorpusTexts, StoredVectors } from '../vectors/index.js';

export interface TokenBlock {
  /** Places of the texts, ascending. */
  readonly places: Uint32Array;
  /** Where each text's tokens end. */
  readonly ends: Uint32Array;
  readonly data: Float32Array;
}

/** What is known of a corpus' token vectors without holding them. */
export interface TokenCounts {
  readonly dimensions: number;
  /** Each text's tokens; 0 where there is no vector. */
  readonly counts: Uint32Array;
}

/**
 * The token vectors of a corpus, a limited number of bytes at a time: a whole corpus of them does not fit into memory. They are read
 * from the store; what it has lost is made again.
 */
export async function* tokenBlocks(
  texts: CorpusTexts,
  vectors: StoredVectors<TokenVectors>,
  { counts, dimensions }: TokenCounts,
  blockBytes: number,
): AsyncIterable<TokenBlock> {
  const most = Math.floor(blockBytes / 4 / dimensions);
  let next = 0;
  while (next < counts.length) {
    const places: number[] = [];
    const ends: number[] = [];
    let tokens = 0;
    for (; next < counts.length && (tokens === 0 || tokens + counts[next]! <= most); next++) {
      if (counts[next] === 0) continue;
      tokens += counts[next]!;
      places.push(next);
      ends.push(tokens);
    }
    if (tokens === 0) return;
    const block = {
      places: Uint32Array.from(places),
      ends: Uint32Array.from(ends),
      data: new Float32Array(tokens * dimensions),
    };
    await fill(block, dimensions, texts, vectors);
    yield block;
  }
}

const fill = async (
  { places, ends, data }: TokenBlock,
  dimensions: number,
  texts: CorpusTexts,
  vectors: StoredVectors<TokenVectors>,
): Promise<void> => {
  const missing = new Map<ItemKey, number>();
  for (const [i, place] of places.entries()) missing.set(texts.keys[place]!, i);
  const put = (key: ItemKey, vector: TokenVectors): void => {
    const i = missing.get(key);
    if (i === undefined || vector.tokens !== ends[i]! - (ends[i - 1] ?? 0)) return;
    data.set(vector.data, (ends[i - 1] ?? 0) * dimensions);
    missing.delete(key);
  };
  await vectors.read(missing.keys(), put);
  for await (const lost of texts.texts(new Set(missing.keys()), missing.size)) await vectors.make(lost, put);
};
