import { docId, documentsById, fullText, type Task } from '../../core/index.js';
import { analyzer } from '../../search/retrieval/index.js';

/**
 * Of a query's distinct terms (Lucene's English chain: lower case, stop words dropped, Porter stems), the share that occurs in
 * at least one of its relevant documents, by query. `relevant`: the ids of these. A query without terms or relevant documents shares nothing.
 */
export const termOverlaps = async (
  { corpus, queries }: Task,
  relevant: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, number>> => {
  const { analyze } = analyzer('lucene-english');
  const documents = await documentsById(corpus, new Set([...relevant.values()].flat()));
  const texts = new Map(queries.map(({ id, text }) => [id as string, text]));
  return new Map(
    [...relevant].map(([id, ids]) => {
      const known = new Set(
        ids.flatMap((each) => {
          const document = documents.get(docId(each));
          return document ? analyze(fullText(document)) : [];
        }),
      );
      const terms = new Set(analyze(texts.get(id) ?? ''));
      const shared = [...terms].filter((term) => known.has(term));
      return [id, terms.size === 0 ? 0 : shared.length / terms.size];
    }),
  );
};
