import { byCodePoint, WorkError } from '../../src/core/index.js';
import type { Engine, VectorRow } from '../../src/search/engines/index.js';
import { isSound, scoreVectors } from '../../src/search/retrieval/index.js';

/** Vectors in this process that are found by their scores with two digits: bounds so loose that lists have to be deepened. */
export const memoryVectors: NonNullable<Engine['openVectors']> = async ({ corpus, recipe, of }) => {
  const rows: VectorRow[] = [];
  const missing: VectorRow['id'][] = [];
  let [documents, why] = [0, ''];
  for await (const batch of corpus.rows()) {
    const { vectors, reason = '' } = await of(batch);
    why ||= reason;
    for (const [i, { id }] of batch.entries()) {
      const vector = vectors[i];
      const { length = vector?.length } = rows[0]?.vector ?? {};
      if (vector && vector.length !== length)
        throw new WorkError(`a vector of ${vector.length} dimensions among vectors of ${length}`);
      if (vector) rows.push({ row: documents, id, vector });
      else missing.push(id);
      documents += 1;
    }
  }
  if (rows.length === 0) throw new WorkError(`no document has a vector: ${why}`);
  const same = rows.every(({ vector }) => vector.every((value, i) => value === rows[0]!.vector[i]));
  const sound = rows.filter(({ vector }) => isSound(vector));
  const last = new Map(rows.map(({ id, row }) => [id, row]));
  return {
    facts: { engine: 'memory' },
    dimensions: rows[0]!.vector.length,
    documents: rows.length,
    unsound: rows.length - sound.length,
    missing: { documents: missing.length, first: missing.slice(0, 3), reason: why },
    superseded: new Set(rows.filter(({ id, row }) => last.get(id) !== row).map(({ row }) => row)),
    ...(same && { alike: rows[0]!.vector.every((value) => value === 0) ? 'all zero' : 'all the same' }),
    candidates: (queries, depth) =>
      Promise.all(
        queries.map(async (query) => {
          const all = await scoreVectors(
            query,
            sound.map(({ vector }) => vector),
            recipe.similarity,
          );
          const most = all.map((score) => Math.abs(score)).reduce((a, b) => Math.max(a, b), 0);
          const rough = all.map((score) => Math.round((score / most) * 100));
          const order = [...sound.keys()].sort((a, b) => rough[b]! - rough[a]!).slice(0, depth);
          const bound = (i: number): number => ((rough[i]! + 0.51) / 100) * most;
          return {
            rows: order.map((i) => ({ ...sound[i]!, most: bound(i) })),
            unseen: order.length < depth ? undefined : bound(order.at(-1)!),
          };
        }),
      ),
    // Every second row, as if the graph did not lead to the others.
    nearest: (queries, depth) =>
      Promise.all(
        queries.map(async (query) => {
          const some = sound.filter(({ row }) => row % 2 === 0);
          const scores = await scoreVectors(
            query,
            some.map(({ vector }) => vector),
            recipe.similarity,
          );
          const order = [...some.keys()].sort((a, b) => scores[b]! - scores[a]!).slice(0, depth);
          return order.map((i) => some[i]!);
        }),
      ),
    firstRows: async (count, order, kind) =>
      rows
        .filter(({ vector }) => isSound(vector) === (kind === 'sound'))
        .sort((a, b) => (order === 'ascending' ? byCodePoint(a.id, b.id) : byCodePoint(b.id, a.id)))
        .slice(0, count),
    rowsOf: async (ids) => sound.filter(({ id }) => ids.includes(id)),
  };
};
