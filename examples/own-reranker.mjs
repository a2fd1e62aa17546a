// A reranker: the share of the query's words that a document has.
// r2med run --suite sample --retriever bm25 --reranker module:examples/own-reranker.mjs
export const name = 'covered-words';
export const version = '1';
// The score of a document depends on its text and the query's alone, so r2med may cache it.
export const pairwise = true;

const wordsOf = (text) => new Set(text.toLowerCase().match(/[a-z0-9]+/g));

export const rerank = (query, documents) => {
  const wanted = [...wordsOf(query.text)];
  return documents.map(({ text }) => {
    const words = wordsOf(text);
    return wanted.filter((word) => words.has(word)).length / (wanted.length || 1);
  });
};
