import type { SparseEmbedder, SparseVector, StageScore } from '../../../core/index.js';

/** A dot product of sparse vectors as a sum over the entries that both weigh. */
export const explainSparse = (
  query: SparseVector,
  document: SparseVector,
  { wordAt }: Pick<SparseEmbedder, 'wordAt'>,
): StageScore => {
  const weightOf = new Map(Array.from(document.indices, (index, i) => [index, document.weights[i]!]));
  const parts = Array.from(query.indices, (index, i) => ({ index, weight: query.weights[i]! })).flatMap(
    ({ index, weight }) => {
      const other = weightOf.get(index);
      if (other === undefined) return [];
      const details = { 'query weight': weight, 'document weight': other };
      return [{ name: wordAt?.(index) ?? `entry ${index}`, value: weight * other, details }];
    },
  );
  return {
    kind: 'weights',
    score: parts.reduce((sum, { value }) => sum + value, 0),
    parts: parts.sort((a, b) => b.value - a.value),
  };
};
