import {
  type DenseEmbedder,
  type Embedder,
  isJsonObject,
  KNOWN_ORDER,
  type KnownScores,
  type LateEmbedder,
  type OrderCheck,
  orderCheck,
  type SparseEmbedder,
  type Tools,
} from '../../../core/index.js';
import { nameOf } from './cached-vectors-check.js';
import { denseBytes, lateBytes, sparseBytes, type VectorBytes } from './vector-bytes.js';

/** What was asked is remembered with the embedder, however often its vectors are opened. */
const checks = new WeakMap<object, OrderCheck>();

/** Whether an embedder knows an order that is known. */
export const orderOf = <Vector>(embedder: Embedder<Vector>, format: VectorBytes<Vector>): OrderCheck => {
  const check =
    checks.get(embedder) ??
    orderCheck({
      name: shortName(embedder),
      spec: embedder.spec,
      scores: (tools) => knownScores(embedder, format, tools),
    });
  checks.set(embedder, check);
  return check;
};

/** Custom models have a name and served ones that of their model, which say more to a person than an address or the hash of a file. */
const shortName = ({ spec, name }: Embedder<unknown> & { readonly name?: string }): string =>
  name ?? (isJsonObject(spec) && typeof spec.model === 'string' ? spec.model : nameOf(spec));

/** What is known to be wrong with an embedder's order so far. */
export const wrongOrderOf = (embedder: object): string | undefined => checks.get(embedder)?.wrong;

/** How near any model that embeds finds the two texts to the question. */
export const embedderScores = (opened: AnyEmbedder, tools: Tools): ReturnType<typeof knownScores> => {
  if (opened.kind === 'dense') return knownScores(opened.embedder, denseBytes, tools);
  if (opened.kind === 'sparse') return knownScores(opened.embedder, sparseBytes, tools);
  return knownScores(opened.embedder, lateBytes, tools);
};

type AnyEmbedder =
  | { readonly kind: 'dense'; readonly embedder: DenseEmbedder }
  | { readonly kind: 'sparse'; readonly embedder: SparseEmbedder }
  | { readonly kind: 'late'; readonly embedder: LateEmbedder };

/** How near the two texts are to the question; undefined where a vector is missing. */
const knownScores = async <Vector>(
  embedder: Embedder<Vector>,
  { similarity }: VectorBytes<Vector>,
  tools: Tools,
): Promise<KnownScores | { readonly failed: string } | undefined> => {
  const vectors = new Map<string, Vector>();
  let reason: string | undefined;
  for (const [role, ...texts] of [
    ['query', KNOWN_ORDER.query],
    ['document', KNOWN_ORDER.answer, KNOWN_ORDER.unrelated],
  ] as const)
    for await (const { embedded, failed } of embedder.embed(texts, role, tools)) {
      for (const { place, vector } of embedded) vectors.set(texts[place]!, vector);
      reason ??= failed[0]?.reason;
    }
  if (vectors.size === 0 && reason !== undefined) return { failed: reason };
  const [query, answer, unrelated] = Object.values(KNOWN_ORDER).map((text) => vectors.get(text));
  return query === undefined || answer === undefined || unrelated === undefined
    ? undefined
    : { answer: similarity(query, answer), unrelated: similarity(query, unrelated) };
};
