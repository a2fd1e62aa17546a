import {
  defined,
  InputError,
  lookup,
  type Reranker,
  readSettings,
  type Task,
  type Tools,
} from '../../core/index.js';
import { importedPrompt, openPrompts, type Prompts, type RerankKind } from '../../models/prompts/index.js';
import { idsOf } from '../../models/registry/index.js';
import {
  checkReranker,
  findRerankerEntry,
  isUnregisteredReranker,
  openReranker,
  type RerankerSettings,
  readRerankerSettings,
  rerankerEntries,
} from '../../models/scorers/index.js';
import { hubCache, type WantedModel } from '../../platform/hub/index.js';
import { parseStages, type StageText, stagesOf, top } from '../../search/pipeline/index.js';
import { llmRerankers, type RerankOptions, rerank, scored } from '../../search/reranking/index.js';
import { modelContext, type Resolved } from './model-context.js';
import type { LlmPool, ScorerPool } from './model-pools.js';

/** What a stage after the retriever may need besides its text. */
export interface RerankingContext {
  readonly task: Task;
  readonly tools?: Tools;
  readonly asPublished?: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Settings of rerankers besides those in their texts. */
  readonly reranker?: RerankerSettings;
  /** Models that score pairs, open for several systems; without them every stage opens its own. */
  readonly scorerPool?: ScorerPool;
  /** The language models that rerank. */
  readonly llmPool?: LlmPool;
  readonly prompts?: Prompts;
  ensureModel?(wanted: WantedModel): Promise<string>;
}

/** Whether a stage puts hits in another order, rather than cutting them off. */
export const isReranker = (name: string): boolean =>
  Object.hasOwn(llmRerankers, name) || findRerankerEntry(name) !== undefined || isUnregisteredReranker(name);

/** R2MED's own default. */
const DEPTH = 10;

type ResolvedReranker = Resolved<RerankingContext, Reranker>;

/** A stage after a retriever: `top(10)`, `bge-reranker(100)`, `listwise(gpt4, 100, window=20)`. */
export const resolveReranker = (stage: StageText): ResolvedReranker => {
  if (stage.name === 'top') return resolveTop(stage);
  if (Object.hasOwn(llmRerankers, stage.name)) return resolveLlmReranker(stage);
  if (!isReranker(stage.name)) throw unknownReranker(stage.name);
  return resolveScorer(stage);
};

const unknownReranker = (name: string): unknown => {
  const entries = rerankerEntries();
  return lookup('stage after a retriever', { top, ...llmRerankers, ...entries }, name, {
    also: idsOf(entries),
    otherwise:
      'Any reranker of the hub with ONNX files: its id, as ORG/NAME; at a server: served:URL#ORG/NAME',
  });
};

const resolveTop = (stage: StageText): ResolvedReranker => {
  const [cutoff = '', ...more] = stage.values;
  readSettings(stage.name, {}, stage.named);
  if (more.length > 0)
    throw new InputError({ found: stage.text, expected: 'one number, as top(10)', fix: 'write top(10)' });
  const stageOfCutoff = top(countOf(stage, cutoff));
  return { build: async () => stageOfCutoff };
};

const resolveScorer = (stage: StageText): ResolvedReranker => {
  const depth = depthOf(stage, stage.values);
  const said = readRerankerSettings(stage.name, stage.named);
  return {
    check: async ({ reranker, env = {} }) =>
      checkReranker(stage.name, { ...reranker, ...said }, { env, hubCache: hubCache(env) }),
    build: async (context) => {
      const { name, scorer } = await (context.scorerPool?.open ?? openReranker)(
        stage.name,
        { ...context.reranker, ...said },
        modelContext(stage.name, context),
      );
      return rerank(scored(name, scorer), { depth, ...publishedRules(context), named: stage.named });
    },
  };
};

/** Refuses a system that names an imported prompt which the folder of prompts does not have, before anything is opened. */
export const checkPrompts = (system: string, folder?: string): void => {
  const asking = stagesOf(parseStages(system))
    .flatMap(parseStages)
    .filter(({ name, named }) => Object.hasOwn(llmRerankers, name) && named.prompt !== undefined);
  if (asking.length === 0) return;
  const prompts = openPrompts(defined({ folder: folder || undefined }));
  for (const { name, named } of asking) importedPrompt(prompts, name as RerankKind, named.prompt!);
};

const resolveLlmReranker = (stage: StageText): ResolvedReranker => {
  const [llm, ...rest] = stage.values;
  if (!llm || /^\d+$/.test(llm))
    throw new InputError({
      found: stage.text,
      expected: `who reranks, as ${stage.name}(gpt4, 100)`,
      fix: `name an LLM in the brackets; r2med models --kind llm lists them`,
    });
  const depth = depthOf(stage, rest);
  const { settings: declared, check, make } = llmRerankers[stage.name]!;
  const settings = readSettings(stage.name, declared, stage.named);
  check?.(settings);
  return {
    check: async ({ llmPool }) => llmPool?.get(llm),
    build: async (context) => {
      const { llmPool, prompts = openPrompts(), task, asPublished = false } = context;
      if (!llmPool)
        throw new InputError({
          found: `${stage.text}: it needs an LLM, and none is set`,
          fix: 'give the system `llmPool`, as llmPool(tools, { env: process.env })',
        });
      const chat = await llmPool.get(llm);
      const method = make({ ...settings, asPublished, chat, prompts, task: task.name });
      return rerank(method, { depth, ...publishedRules(context), named: stage.named });
    },
  };
};

/** How many hits a stage puts in order. */
const depthOf = (stage: StageText, values: readonly string[]): number => {
  const [depth, ...more] = values;
  if (more.length > 0)
    throw new InputError({
      found: stage.text,
      expected: 'one depth at most, as bge-reranker(100)',
      fix: 'write one number in the brackets',
    });
  return depth === undefined ? DEPTH : countOf(stage, depth);
};

const countOf = (stage: StageText, text: string): number => {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InputError({
    found: `"${text}" in ${stage.text}`,
    expected: 'a whole number from 1',
    fix: 'write how many hits it reads, as 100',
  });
};

const publishedRules = ({ asPublished = false }: RerankingContext): RerankOptions =>
  asPublished ? { tail: 'dropped', ties: 'id' } : {};
