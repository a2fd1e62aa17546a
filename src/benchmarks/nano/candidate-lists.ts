import {
  byCodePoint,
  type DocId,
  type Hit,
  InputError,
  type Json,
  type QueryId,
  type Retriever,
  type Task,
  type Tools,
} from '../../core/index.js';
import { rrf } from '../../search/fusion/index.js';
import { bm25Hakari } from '../../search/retrieval/index.js';
import { pythonRandom } from './python-random.js';
import type { NamedRetriever, NanoSettings } from './settings.js';
import { topHits } from './top-hits.js';

export interface CandidateList {
  /** Its folder: `bm25`, the dense retriever's name, `reranking_hybrid`. */
  readonly config: string;
  readonly kind: 'bm25' | 'dense' | 'hybrid';
  readonly system: string;
  readonly spec: Json;
  /** Documents by query, best first. */
  readonly documents: ReadonlyMap<QueryId, readonly DocId[]>;
  /** Queries whose list ends with a positive that was added. */
  readonly safeguards: number;
}

/** The configs that every set has, or whose meaning is fixed. */
export const FIXED_CONFIGS = ['corpus', 'queries', 'qrels', 'bm25', 'reranking_hybrid'] as const;

/** A config name for a retriever: `harrier-oss-v1-270m` becomes `harrier_oss_v1_270m`, as published. */
export const configName = (retriever: string): string => {
  const name = retriever
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  if (name === '')
    throw new InputError({
      found: `the retriever "${retriever}"`,
      expected: 'a name with a letter or digit, since it becomes a folder',
      fix: 'give the retriever another name',
    });
  return (FIXED_CONFIGS as readonly string[]).includes(name) ? `dense_${name}` : name;
};

/** The candidate lists of a Nano set, given as a task: BM25's; with a dense retriever its own and both fused. */
export const candidateLists = async (
  task: Task,
  split: string,
  settings: NanoSettings,
  tools: Tools,
  dense?: NamedRetriever,
): Promise<readonly CandidateList[]> => {
  const { documents: count } = await task.statistics();
  const bm25 = bm25Hakari({ topK: count });
  const lexical = await topHits(bm25, task, settings.depth, tools, `${split}: ${bm25.name}`);
  const first = listOf(bm25, 'bm25', 'bm25', lexical);
  if (!dense) return [first];
  const retriever = await dense.make(task, count);
  try {
    const byVectors = await topHits(retriever, task, settings.depth, tools, `${split}: ${retriever.name}`);
    const second = listOf(retriever, configName(retriever.name), 'dense', byVectors);
    return [first, second, hybrid(task, split, settings, lexical, byVectors)];
  } finally {
    await retriever.close?.();
  }
};

type Found = ReadonlyMap<QueryId, readonly Hit[]>;

const listOf = (
  { name, spec }: Retriever,
  config: string,
  kind: CandidateList['kind'],
  found: Found,
): CandidateList => ({
  ...{ config, kind, system: name, spec },
  documents: new Map([...found].map(([query, hits]) => [query, hits.map(({ docId }) => docId)])),
  safeguards: 0,
});

const hybrid = (
  { queries, judgements }: Task,
  split: string,
  { rrfK, hybridDepth, seed }: NanoSettings,
  lexical: Found,
  byVectors: Found,
): CandidateList => {
  const fusion = rrf({ k: rrfK, ties: 'hakari' });
  const documents = new Map<QueryId, readonly DocId[]>();
  let safeguards = 0;
  for (const { id } of queries) {
    const fused = fusion.fuse([lexical.get(id)!, byVectors.get(id)!], hybridDepth).map(({ docId }) => docId);
    const list = safeguarded(fused, judgements.get(id)?.keys() ?? [], { seed, split, query: id });
    if (list.length > fused.length) safeguards++;
    documents.set(id, list);
  }
  const { name: system, spec } = fusion;
  return { config: 'reranking_hybrid', kind: 'hybrid', system, spec, documents, safeguards };
};

/**
 * A list that a reranker can succeed on: where no positive is in it, one is added at its end. Which one is
 * HAKARI-Bench's choice, drawn with Python's generator from the positives by id.
 */
export const safeguarded = (
  list: readonly DocId[],
  positives: Iterable<DocId>,
  { seed, split, query }: { readonly seed: number; readonly split: string; readonly query: QueryId },
): readonly DocId[] => {
  const inOrder = [...positives].sort(byCodePoint);
  const held = new Set(list);
  if (inOrder.length === 0 || inOrder.some((id) => held.has(id))) return list;
  const random = pythonRandom(`${seed}\0${split}\0${query}\0positive_safeguard`);
  return [...list, random.choice(inOrder)];
};
