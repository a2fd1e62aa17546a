// biome-ignore lint/suspicious/noExplicitAny: bodies of a protocol, read as they come
type Any = any;

/** What a document scores for a query about vectors: 0 if it does not match. */
export const vectorScore = (document: Any, query: Any): number => {
  if (query?.script_score || query?.knn) {
    const { query: filter = { term: { sound: true } }, script } = query.script_score ?? {};
    if (vectorScore(document, filter) === 0) return 0;
    const { field = 'vector', query_value: point = query.knn?.vector.vector } = script?.params ?? {};
    const product = document[field].reduce(
      (sum: number, value: number, i: number) => Math.fround(sum + Math.fround(value) * point[i]),
      0,
    );
    return Math.fround(product < 0 ? 1 / (1 - product) : 1 + product);
  }
  if (query?.constant_score) return vectorScore(document, query.constant_score.filter);
  if (query?.bool?.filter) {
    const all = [query.bool.filter].flat();
    return all.every((each: Any) => vectorScore(document, each) > 0) ? 1 : 0;
  }
  if (query?.term)
    return Object.entries(query.term).every(([field, value]) => document[field] === value) ? 1 : 0;
  if (query?.terms) {
    const [[field, values]] = Object.entries(query.terms) as [[string, Any[]]];
    return values.includes(document[field]) ? 1 : 0;
  }
  if (query?.range) {
    const { gte, lte } = query.range.row;
    return document.row >= gte && document.row <= lte ? 1 : 0;
  }
  return 1;
};

export const vectorFigures = (documents: readonly Any[]): Any => {
  const norms = documents.flatMap(({ norm }) => norm ?? []);
  return {
    longest: { value: norms.length > 0 ? Math.max(...norms) : null },
    unsound: { doc_count: documents.filter(({ sound }) => sound === false).length },
  };
};
