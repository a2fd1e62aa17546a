import type { Embedder, Role, Tools } from '../../src/core/index.js';
import { testTools } from './tools.js';

/** What became of each text: its vector, or the reason as text. Throws if a place comes twice or not at all. */
export const embedded = async <Vector>(
  embedder: Pick<Embedder<Vector>, 'embed'>,
  texts: readonly string[],
  { role = 'document', tools = testTools() }: { role?: Role; tools?: Tools } = {},
): Promise<(Vector | string)[]> => {
  const fates = new Map<number, Vector | string>();
  const put = (place: number, fate: Vector | string): void => {
    if (fates.has(place)) throw new Error(`place ${place} came twice`);
    fates.set(place, fate);
  };
  for await (const batch of embedder.embed(texts, role, tools)) {
    for (const { place, vector } of batch.embedded) put(place, vector);
    for (const { place, reason } of batch.failed) put(place, reason);
  }
  return texts.map((_, place) => {
    if (!fates.has(place)) throw new Error(`place ${place} never came`);
    return fates.get(place)!;
  });
};
