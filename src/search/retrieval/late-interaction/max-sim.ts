/**
 * For each document, the sum over the query's tokens of the highest dot product with one of its tokens (Khattab and
 * Zaharia, ColBERT, 2020). `products` holds the query's tokens in sequence, each with all tokens of a block;
 * `ends[i]` is where document i's tokens end. A document without tokens has no score.
 */
export const maxSim = (products: Float32Array, queryTokens: number, ends: Uint32Array): Float64Array => {
  const tokens = products.length / queryTokens;
  const scores = new Float64Array(ends.length);
  for (let query = 0; query < queryTokens; query++) {
    let at = query * tokens;
    for (let document = 0; document < ends.length; document++) {
      const end = query * tokens + ends[document]!;
      let best = Number.NEGATIVE_INFINITY;
      for (; at < end; at++) if (products[at]! > best) best = products[at]!;
      scores[document]! += best;
    }
  }
  return scores;
};
