import type { DenseJoin, Document, Embedder, ItemKey, Query } from '../../../core/index.js';
import { DOCUMENT_TEXTS, type DocumentText } from '../retriever-settings.js';
import { partsOf } from './query-vectors.js';
import type { StoredVectors } from './stored-vectors.js';
import type { VectorBytes } from './vector-bytes.js';

/** What the texts are called whose vectors a query is searched with, in the order of `partsOf`. */
export const partNames = (query: Query): readonly string[] => {
  const written = query.generated ?? [];
  const named = (kind: DenseJoin) =>
    written.filter(({ dense }) => dense === kind).map(({ method, llm }) => `${method}(${llm})`);
  const joined = named('joined').map((name) => `query with ${name}`);
  const generated = [...named('alone'), ...joined, ...named('average')];
  return partsOf(query).length > generated.length ? ['query', ...generated] : generated;
};

/** The kept vectors of some documents, each with what of it was embedded. A document without one is left out. */
export const documentVectors = async <Vector>(
  documents: readonly Document[],
  documentText: DocumentText,
  vectors: StoredVectors<Vector>,
  { copy }: VectorBytes<Vector>,
): Promise<readonly { readonly document: Document; readonly text: string; readonly vector: Vector }[]> => {
  const texts = documents.map(DOCUMENT_TEXTS[documentText]);
  const found = await vectorsByText(texts, vectors, copy);
  return documents.flatMap((document, i) => {
    const vector = found.get(texts[i]!);
    return vector === undefined ? [] : [{ document, text: texts[i]!, vector }];
  });
};

export const vectorsByText = async <Vector>(
  texts: readonly string[],
  vectors: StoredVectors<Vector>,
  copy: (vector: Vector) => Vector,
): Promise<ReadonlyMap<string, Vector>> => {
  const textOf = new Map<ItemKey, string>(texts.map((text) => [vectors.keyOf(text), text]));
  const found = new Map<string, Vector>();
  await vectors.read(textOf.keys(), (key, vector) => found.set(textOf.get(key)!, copy(vector)));
  return found;
};

/** Names of the tokens of a text, as long as there are as many as vectors; else their places. */
export const tokenNames = (
  { tokensOf }: Pick<Embedder<unknown>, 'tokensOf'>,
  text: string,
  role: 'query' | 'rewrite' | 'document',
  count: number,
): readonly string[] => {
  const names = tokensOf?.(text, role);
  return names?.length === count ? names : Array.from({ length: count }, (_, i) => `token ${i + 1}`);
};
