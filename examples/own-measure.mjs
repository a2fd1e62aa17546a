// A measure of your own for `r2med eval --measures module:examples/own-measure.mjs` and `r2med compare --measure …`.
// `ranking` has, of one query: `order`, the hits in the order that is scored ({ docId, score }); `judgements`, the grade of each judged document;
// `ranks` and `grades` of the relevant hits, rank 1 first; `ideal`, the grades of all relevant documents, highest first; `hits`, how many there are.

/** How much of the first ten hits has to be read until half of the relevant documents are found: 1 at once, 0 not within them. */
export default {
  name: 'half-found@10',
  score({ ranks, ideal }) {
    const needed = Math.ceil(ideal.length / 2);
    const rank = ranks[needed - 1];
    return needed === 0 || rank === undefined || rank > 10 ? 0 : (10 - rank + needed) / 10;
  },
};
