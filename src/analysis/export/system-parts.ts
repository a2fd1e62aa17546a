import type { Json, JsonObject } from '../../core/index.js';
import type { ResultRecord } from '../../experiment/record/index.js';
import { parseStages, type StageText } from '../../search/pipeline/index.js';
import type { SystemKind } from '../leaderboard/index.js';

/** The stages of a system as R2MED's own files tell them apart. */
export interface SystemParts {
  /** Who generated text for the queries, and how. */
  readonly writing?: { readonly method: string; readonly llm: string };
  /** The first stage as it is written: `bge`, `rrf(bm25, bge)`. */
  readonly retriever: string;
  readonly reranker?: { readonly name: string; readonly depth: number };
}

/** Undefined for a pipeline with two stages of a kind, which those files have no place for. */
export const systemParts = ({ name, spec }: Pick<ResultRecord, 'name' | 'spec'>): SystemParts | undefined => {
  const specs = specsOf(spec);
  const stages = stagesOf(name, specs.length);
  if (!stages) return undefined;
  const kinds = specs.map((own, i) => ({ stage: stages[i]!, own }));
  const writers = kinds.filter(({ own }) => typeof own.method === 'string');
  const rerankers = kinds.filter(({ own }) => own.stage === 'rerank');
  const retrievers = kinds.filter(({ own }) => own.retriever !== undefined);
  const [retriever] = retrievers;
  if (!retriever || retrievers.length > 1 || writers.length > 1 || rerankers.length > 1) return undefined;
  const [writer] = writers;
  const [reranker] = rerankers;
  return {
    retriever: retriever.stage.text,
    ...(writer && { writing: { method: String(writer.own.method), llm: llmOf(writer.stage, writer.own) } }),
    ...(reranker && { reranker: { name: reranker.stage.name, depth: Number(reranker.own.depth) } }),
  };
};

const specsOf = (spec: unknown): readonly JsonObject[] =>
  (Array.isArray(spec) ? spec : [spec]).map((each) => objectOf(each as Json));

/** A model may call itself anything, `mine > yours` too: then its name is one stage, or nothing tells where stages end. */
const stagesOf = (name: string, count: number): readonly StageText[] | undefined => {
  try {
    const stages = parseStages(name);
    if (stages.length === count) return stages;
  } catch {}
  return count === 1 ? [{ name, text: name, values: [], systems: [], named: {} }] : undefined;
};

/** What a system does besides one search, as its spec has it. */
export const systemKind = ({ spec }: Pick<ResultRecord, 'spec'>): SystemKind => {
  const specs = specsOf(spec);
  if (specs.some(({ stage }) => stage === 'rerank')) return 'reranked';
  return specs.some(({ method }) => typeof method === 'string') ? 'generated' : 'retriever';
};

const llmOf = ({ values }: StageText, { llm }: JsonObject): string =>
  typeof llm === 'string' ? llm : (values[0] ?? 'unknown');

const objectOf = (value: Json | undefined): JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {};

/** A model of a system: its id, and which revision of its weights. Both are absent for files that only their hashes tell apart. */
export interface NamedModel {
  readonly id?: string;
  readonly revision?: string;
}

/** Who turns texts into vectors or scores, in the spec of a stage. */
const MODELS = new Set(['embedder', 'scorer']);

/** The models of a spec, in the order of its stages. */
export const modelsIn = (spec: unknown): readonly NamedModel[] => {
  if (Array.isArray(spec)) return spec.flatMap(modelsIn);
  if (spec === null || typeof spec !== 'object') return [];
  return Object.entries(spec).flatMap(([key, value]) =>
    MODELS.has(key) && typeof value === 'object' ? [modelOf(objectOf(value as Json))] : modelsIn(value),
  );
};

/** A server names its model, files of the hub their repository; the revision is next to it or in what identifies the weights. */
const modelOf = (spec: JsonObject): NamedModel => {
  const all = [spec, ...Object.values(spec).map((value) => objectOf(value))];
  const first = (key: string): string | undefined =>
    all.map((part) => part[key]).find((value) => typeof value === 'string' && value !== '') as
      | string
      | undefined;
  const id = first('repository') ?? first('model');
  const revision = first('revision');
  return { ...(id !== undefined && { id }), ...(revision !== undefined && { revision }) };
};
