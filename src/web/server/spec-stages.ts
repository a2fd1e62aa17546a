import type { PipelineStage } from '../../analysis/charts/index.js';
import type { SystemKind } from '../../analysis/leaderboard/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';

/** The stages of a recorded spec as a tree: the last stage, with what feeds it. `first` is what feeds the first. */
export const pipelineOf = (spec: Json, first?: PipelineStage): PipelineStage =>
  stagesOf(spec).reduce<PipelineStage | undefined>(
    (before, stage) => stageOf(stage, before ? [before] : []),
    first,
  ) ?? { role: 'stage', name: 'nothing', settings: [], inputs: [] };

const stagesOf = (spec: Json): readonly Json[] => (Array.isArray(spec) ? spec : [spec]);

const stageOf = (stage: Json, inputs: readonly PipelineStage[]): PipelineStage => {
  if (!isJsonObject(stage)) return { role: 'stage', name: textOf(stage), settings: [], inputs };
  const { sources, fusion, ...rest } = stage;
  if (isJsonObject(rest.feedback)) {
    const { feedback, ...search } = rest;
    const { feedback: name, ...settings } = feedback as JsonObject;
    return stageOf(search, [
      { role: 'expansion', name: textOf(name ?? 'feedback'), settings: settingsOf(settings, []), inputs },
    ]);
  }
  if (Array.isArray(sources))
    return {
      role: 'fusion',
      name: isJsonObject(fusion) ? textOf(fusion.fusion ?? 'fusion') : 'fusion',
      settings: [
        ...(isJsonObject(fusion) ? settingsOf(fusion, ['fusion']) : []),
        ...settingsOf(rest, ['retriever']),
      ],
      // What stands before a fusion is read by each of its sources.
      inputs: sources.map((source) => pipelineOf(source as Json, inputs[0])),
    };
  return { role: roleOf(stage), name: nameOf(stage), settings: settingsOf(stage, SHOWN), inputs };
};

/** What a stage's name is made of, so not listed again. */
const SHOWN = ['stage', 'retriever', 'method', 'llm'];

const roleOf = ({ stage, retriever }: JsonObject): PipelineStage['role'] => {
  if (typeof retriever === 'string') return 'retriever';
  const roles: Readonly<Record<string, PipelineStage['role']>> = {
    'stored-writing': 'rewriter',
    'live-writing': 'rewriter',
    synonyms: 'expansion',
    rerank: 'reranker',
    top: 'cutoff',
    'search-each': 'retriever',
  };
  return typeof stage === 'string' && Object.hasOwn(roles, stage) ? roles[stage]! : 'stage';
};

const nameOf = (stage: JsonObject): string => {
  const { method, llm, retriever, stage: kind, k, orderer, embedder } = stage;
  if (typeof method === 'string') return typeof llm === 'string' ? `${method}(${llm})` : method;
  if (kind === 'top') return `top(${textOf(k ?? '')})`;
  if (isJsonObject(orderer)) return modelOf(orderer) ?? 'reranker';
  if (isJsonObject(embedder)) return modelOf(embedder) ?? textOf(retriever ?? 'retriever');
  return textOf(retriever ?? kind ?? 'stage');
};

/** Fields that say which model it is; one that holds another part, such as the scorer of a reranker, has them in itself. */
const NAMING = ['name', 'model', 'repository', 'scorer', 'method', 'llm', 'weights'];

const modelOf = (part: JsonObject): string | undefined =>
  NAMING.map((field) => part[field])
    .map((value) => (isJsonObject(value) ? modelOf(value) : value))
    .find((value): value is string => typeof value === 'string');

/** Settings as a person reads them: those within another have its name before theirs. */
const settingsOf = (stage: JsonObject, left: readonly string[]): PipelineStage['settings'] =>
  Object.entries(stage)
    .filter(([name]) => !left.includes(name))
    .flatMap(([name, value]) => namedSettings(name, value as Json));

const namedSettings = (name: string, value: Json): PipelineStage['settings'] => {
  const within: readonly (readonly [string, Json])[] = isJsonObject(value)
    ? (Object.entries(value) as [string, Json][])
    : Array.isArray(value) && value.some((each) => typeof each === 'object')
      ? value.map((each, i) => [`${i + 1}`, each as Json] as const)
      : [];
  if (within.length > 0) return within.flatMap(([inner, of]) => namedSettings(`${name} ${inner}`, of));
  return [{ name, value: Array.isArray(value) ? value.map(textOf).join(', ') || 'none' : textOf(value) }];
};

const textOf = (value: Json): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || isJsonObject(value)) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** What the stages of a spec say of the system: its kind, and who wrote text for it. */
export const traitsOf = (
  spec: Json,
): {
  readonly kind: SystemKind;
  readonly method?: string;
  readonly llm?: string;
  readonly generated: boolean;
} => {
  const all = flat(pipelineOf(spec));
  const rewriter = flatSpec(spec).find(
    (stage) => typeof stage.method === 'string' && typeof stage.stage === 'string',
  );
  const generated = all.some(({ role }) => role === 'rewriter');
  return {
    kind: all.some(({ role }) => role === 'reranker') ? 'reranked' : generated ? 'generated' : 'retriever',
    generated,
    ...(typeof rewriter?.method === 'string' && { method: rewriter.method }),
    ...(typeof rewriter?.llm === 'string' && { llm: rewriter.llm }),
  };
};

const flat = (stage: PipelineStage): readonly PipelineStage[] => [stage, ...stage.inputs.flatMap(flat)];

const flatSpec = (spec: Json): readonly JsonObject[] =>
  stagesOf(spec).flatMap((stage) =>
    isJsonObject(stage)
      ? [
          stage,
          ...(Array.isArray(stage.sources) ? stage.sources.flatMap((each) => flatSpec(each as Json)) : []),
        ]
      : [],
  );
