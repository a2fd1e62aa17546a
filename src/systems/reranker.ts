import { InputError, lookup, type Reranker, type Task, type Tools, WorkError } from '../core/index.js';
import type { WantedModel } from '../embedders/index.js';
import { hubCache } from '../hub/index.js';
import { printStage, type StageText, top } from '../pipeline/index.js';
import { openPrompts, type Prompts } from '../prompts/index.js';
import { llmRerankers, rerank, scored } from '../reranking/index.js';
import {
  isUnregisteredReranker,
  openReranker,
  type RerankerSettings,
  rerankerEntries,
} from '../scorers/index.js';
import type { LlmPool } from './llm-pool.js';
import { localModelsOnly } from './local-models-only.js';
import { countOf, depthOf, llmSettings, scorerSettings } from './reranker-settings.js';
import type { ScorerPool } from './scorer-pool.js';

/** What a stage after the retriever may need besides its text. */
export interface RerankingContext {
  readonly task: Task;
  readonly tools?: Tools;
  readonly asPublished?: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the user says about rerankers besides their names. */
  readonly reranker?: RerankerSettings;
  /** Models that score pairs, open for several systems; without them every stage opens its own. */
  readonly scorers?: ScorerPool;
  /** The language models that rerank. */
  readonly llmPool?: LlmPool;
  readonly prompts?: Prompts;
  ensureModel?(wanted: WantedModel): Promise<string>;
}

/** Whether a stage puts hits in another order, rather than cutting them off. */
export const isReranker = (name: string): boolean =>
  Object.hasOwn(llmRerankers, name) || Object.hasOwn(rerankerEntries(), name) || isUnregisteredReranker(name);

/** A stage after a retriever: `top(10)`, `bge-reranker(100)`, `listwise(gpt4, 100, window=20)`. */
export const stageAfter = async (stage: StageText, context: RerankingContext): Promise<Reranker> => {
  if (stage.name === 'top') return top(countOf(stage, stage.values[0] ?? ''));
  if (Object.hasOwn(llmRerankers, stage.name)) return byLanguageModel(stage, context);
  mustBeReranker(stage);
  return byScores(stage, context);
};

/** Refuses a stage that cannot be one, before anything is opened. */
export const checkStageAfter = (stage: StageText): void => {
  if (stage.name === 'top') countOf(stage, stage.values[0] ?? '');
  else if (Object.hasOwn(llmRerankers, stage.name)) {
    depthOf(stage, whoAndDepth(stage).depth);
    llmSettings(stage);
  } else {
    mustBeReranker(stage);
    depthOf(stage, stage.values);
    scorerSettings(stage);
  }
};

const mustBeReranker = ({ name }: StageText): void => {
  if (!isUnregisteredReranker(name))
    lookup('stage after a retriever', { top, ...llmRerankers, ...rerankerEntries() }, name);
};

const whoAndDepth = (stage: StageText): { readonly llm: string; readonly depth: readonly string[] } => {
  const [llm, ...depth] = stage.values;
  if (!llm || /^\d+$/.test(llm))
    throw new InputError({ found: printStage(stage), expected: `who reranks, as ${stage.name}(gpt4, 100)` });
  return { llm, depth };
};

const tailOf = ({ asPublished = false }: RerankingContext): 'kept' | 'dropped' =>
  asPublished ? 'dropped' : 'kept';

const byScores = async (stage: StageText, context: RerankingContext): Promise<Reranker> => {
  const {
    tools,
    env = {},
    asPublished = false,
    reranker = {},
    ensureModel = localModelsOnly,
    scorers: scorerPool,
  } = context;
  if (!tools) throw new WorkError(`${stage.name} is a model: give its system \`tools\`, as nodeTools()`);
  const depth = depthOf(stage, stage.values);
  const { name, scorer } = await (scorerPool?.open ?? openReranker)(
    stage.name,
    { ...reranker, ...scorerSettings(stage) },
    { env, asPublished, tools, bring: ensureModel, hubCache: hubCache(env) },
  );
  return saying(stage, rerank(scored(name, scorer), { depth, tail: tailOf(context) }));
};

const byLanguageModel = async (stage: StageText, context: RerankingContext): Promise<Reranker> => {
  const { llmPool, prompts = openPrompts(), task, asPublished = false } = context;
  const { llm, depth: rest } = whoAndDepth(stage);
  if (!llmPool)
    throw new InputError({
      found: `${printStage(stage)}, and nobody to ask`,
      fix: 'give the system `llmPool`, as llmPool(tools, { env: process.env })',
    });
  const depth = depthOf(stage, rest);
  const settings = llmSettings(stage);
  const method = llmRerankers[stage.name]!({
    ...settings,
    asPublished,
    chat: await llmPool.get(llm),
    prompts,
    task: task.name,
  });
  return saying(stage, rerank(method, { depth, tail: tailOf(context) }));
};

/** Settings stand in the name, so that results of other settings have another place. */
const saying = ({ named }: StageText, reranker: Reranker): Reranker => {
  const settings = Object.entries(named).map(([setting, value]) => `${setting}=${value}`);
  return { ...reranker, name: `${[reranker.name.slice(0, -1), ...settings].join(', ')})` };
};
