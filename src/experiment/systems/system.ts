import {
  defined,
  InputError,
  type JsonObject,
  type Query,
  type Ranked,
  type Retriever,
  type Rewriter,
  type Stage,
  withoutExcluded,
} from '../../core/index.js';
import { rrf, searchEach } from '../../search/fusion/index.js';
import {
  type AskedStage,
  type Pipeline,
  parseStages,
  pipeline,
  printStages,
  type StageText,
  type SystemText,
} from '../../search/pipeline/index.js';
import { retrievers } from '../../search/retrieval/index.js';
import type { Resolved } from './model-context.js';
import { mustBeSettled } from './open-settings.js';
import { resolveReranker } from './reranker.js';
import { resolveRetriever } from './retriever.js';
import { resolveRewriter } from './rewriter.js';
import { stagesBefore } from './search-stage.js';
import { resolveSynonyms } from './synonyms.js';
import type { SystemContext } from './system-context.js';

/** Hits of fused searches by default: as many as in the rankings of the reference implementation. */
const DEPTH = 100;

/** Builds the system that an expression such as `hyde(gpt4) > bm25` names. */
export const system = async (expression: string | SystemText, context: SystemContext): Promise<Retriever> =>
  resolveSystem(parsed(expression)).build(context);

/** Builds the stage that a text such as `hyde(gpt4)` names: what generates, without what searches. */
export const rewriter = async (text: string, context: SystemContext): Promise<Rewriter> => {
  const [stage, ...more] = parseStages(text);
  if (!stage || more.length > 0)
    throw new InputError({
      found: text,
      expected: 'one generation method, for example hyde(gpt4)',
      fix: 'write one stage, as hyde(gpt4)',
    });
  return resolveRewriter(stage, resolveSystem).build(withSearch(context));
};

/**
 * Refuses a system with an unknown name or setting, before anything is opened or run: a typing error in the last of
 * ten systems should not cost the hours of the first nine. What only shows when a file or a model is opened still shows then.
 */
export const checkSystem = (expression: string | SystemText): void => {
  resolveSystem(parsed(expression));
};

/**
 * Refuses a system whose LLM or reranker lacks a key or has a wrong address, before any system of a command runs. LLMs are opened, so
 * that a total budget counts the cached calls of all of them from the start.
 */
export const checkModels = async (
  expression: string | SystemText,
  context: Omit<SystemContext, 'task'>,
): Promise<void> => {
  await resolveSystem(parsed(expression)).check?.(context);
};

const parsed = (expression: string | SystemText): SystemText => {
  const stages = typeof expression === 'string' ? parseStages(expression) : expression;
  mustBeSettled(stages);
  return stages;
};

/** A system, or one of several that are fused for queries which `before` generated texts for. */
const resolveSystem = (stages: SystemText, before?: StageText): Resolved<SystemContext, Retriever> => {
  const { method, synonyms, feedback, search, after } = stagesOfSystem(stages);
  const writing = method && resolveRewriter(method, resolveSystem);
  const adding = synonyms && resolveSynonyms(synonyms);
  const retriever = resolveRetriever(search, synonyms ?? method ?? before, resolveSystem, feedback);
  const searchText = feedback ? `${feedback.text} > ${search.text}` : search.text;
  const rerankers = after.map((stage) => ({ stage, ...resolveReranker(stage) }));
  return {
    check: async (context) => {
      await writing?.check?.(context);
      await adding?.check?.(context);
      await retriever.check?.(context);
      for (const { check } of rerankers) await check?.(context);
    },
    build: async (context) => {
      const share = sharing(context);
      const searching = () =>
        share('retriever', searchText, () => excluding(context, (wider) => retriever.build(wider)));
      const found = severalTexts(writing?.searches(context), await searching(), context);
      const [first, ...further]: readonly Rewriter[] = [
        ...(writing ? [await share('rewriter', method.text, () => writing.build(withSearch(context)))] : []),
        ...(adding ? [await share('rewriter', synonyms.text, () => adding.build(context))] : []),
      ];
      let built: Pipeline<Query, Ranked> = first
        ? further.reduce<Pipeline<Query, Query>>((line, each) => line.to(each), pipeline(first)).to(found)
        : pipeline(found);
      for (const { stage, build } of rerankers)
        built = built.to(await share('reranker', stage.text, () => build(context)));
      return built;
    },
  };
};

/**
 * A retriever whose rankings leave out what the task excludes: it finds as many more as are excluded for a query at most, so that
 * what is cut off is cut after they are gone. Stages behind it never see them.
 */
const excluding = async (
  context: SystemContext,
  build: (wider: SystemContext) => Promise<Retriever>,
): Promise<Retriever> => {
  const { task, topK = DEPTH } = context;
  const { excluded } = task;
  if (!excluded) return build(context);
  const most = Math.max(...[...excluded.values()].map(({ size }) => size));
  const found = await build({ ...context, topK: topK + most });
  return {
    ...found,
    // The number of hits that are left; a recorded system is built again from it.
    spec: { ...(found.spec as JsonObject), topK, excluded: 'removed' },
    open: async (corpus, tools) => {
      const runner = await found.open(corpus, tools);
      return {
        ...defined({ explainHits: runner.explainHits }),
        run: async (queries) =>
          (await runner.run(queries)).map(({ query, hits }) => ({
            query,
            hits: withoutExcluded(hits, query.id, excluded).slice(0, topK),
          })),
        get facts() {
          return runner.facts;
        },
      };
    },
  };
};

/** The stages of a system by what they do. */
const stagesOfSystem = (stages: SystemText) => {
  const before = stagesBefore(stages);
  const [search, ...after] = stages.slice(before.search);
  if (!search)
    throw new InputError({
      found: `no retriever in the system "${printStages(stages)}"`,
      expected: `one of ${Object.keys(retrievers).join(', ')}`,
      fix: 'add one, as "hyde(gpt4) > bm25"',
    });
  return { ...before, search, after };
};

type Share = <In extends object, Out>(
  kind: AskedStage['kind'],
  text: string,
  build: () => Promise<Stage<In, Out>>,
) => Promise<Stage<In, Out>>;

/** One stage for all systems that have it; what else decides how it is built goes with its text. */
const sharing = ({ shared, topK, asPublished, generations }: SystemContext): Share => {
  if (!shared) return (_kind, _text, build) => build();
  const under = { topK: topK ?? null, asPublished: asPublished ?? false, generations: generations ?? null };
  return (kind, text, build) => shared.share({ kind, text, under }, build);
};

/** What a generation method searches with is its own: it is opened while another stage runs. */
const withSearch = (context: SystemContext) => {
  const { shared: _, ...alone } = context;
  return { ...context, search: (text: string, topK: number) => system(text, { ...alone, topK }) };
};

/** Texts that are searched with one by one need the rankings fused. */
const severalTexts = (
  searches: 'together' | 'each' | undefined,
  found: Retriever,
  { topK = DEPTH }: SystemContext,
) => (searches === 'each' ? searchEach(found, rrf(), { topK }) : found);
