import {
  type Query,
  type Ranked,
  type Retriever,
  type Rewriter,
  type Stage,
  type Task,
  type Tools,
  WorkError,
} from '../core/index.js';
import type { ModelSettings, WantedModel } from '../embedders/index.js';
import { rrf, searchEach } from '../fusion/index.js';
import { hubCache } from '../hub/index.js';
import {
  type AskedStage,
  type Pipeline,
  pipeline,
  printStage,
  type SharedStages,
  type StageText,
} from '../pipeline/index.js';
import { retrievers } from '../retrieval/index.js';
import { mustBeRetriever, stagesOfSystem } from './check-system.js';
import { fromCorpus } from './corpus-retriever.js';
import { fusedRetriever, isFusion } from './fused.js';
import { localModelsOnly } from './local-models-only.js';
import { type RerankingContext, stageAfter } from './reranker.js';
import { type GenerationContext, rewriter, searchesFor } from './rewriter.js';
import { isStoredRun, storedRetriever } from './stored-run.js';
import { vectorRetriever } from './vector-retriever.js';

/** What besides its text decides a system: settings of the call, and the task whose stored texts it may use. */
export interface SystemContext extends GenerationContext, RerankingContext {
  readonly task: Task;
  /** Hits a retriever keeps. */
  readonly topK?: number;
  /** Needed by models: the outside world. */
  readonly tools?: Tools;
  /** What the user says about models besides their names. */
  readonly model?: ModelSettings;
  /** The folder of a hub model on this machine; brings it there if it may. */
  ensureModel?(wanted: WantedModel): Promise<string>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Folder that dense vectors are written to as `.npy` files as well. */
  readonly saveVectors?: string;
  /** Where records are kept: `stored:SLUG` is a run of an earlier call there. */
  readonly out?: string;
  /** Stages that several systems have are built, opened and asked once. */
  readonly shared?: SharedStages;
}

/** Hits that are kept of fused searches where nothing else is said: as deep as the reference's rankings. */
const DEPTH = 100;

/** Builds the system that an expression such as `hyde(gpt4) > bm25` names. */
export const system = async (expression: string, context: SystemContext): Promise<Retriever> => {
  const { writing, search, after } = stagesOfSystem(expression);
  const share = sharing(context);
  const searching = (): Promise<Retriever> => share('retriever', search, () => retriever(search, context));
  let built: Pipeline<Query, Ranked> = writing
    ? pipeline(await share('rewriter', writing, () => writtenBy(writing, context))).to(
        severalTexts(writing, await searching(), context),
      )
    : pipeline(await searching());
  for (const stage of after)
    built = built.to(await share('reranker', stage, () => stageAfter(stage, context)));
  return built;
};

type Share = <In extends object, Out>(
  kind: AskedStage['kind'],
  stage: StageText,
  build: () => Promise<Stage<In, Out>>,
) => Promise<Stage<In, Out>>;

/** One stage for all systems that have it; what else decides how it is built goes with its text. */
const sharing = ({ shared, topK, asPublished, generations }: SystemContext): Share => {
  if (!shared) return (_kind, _stage, build) => build();
  const under = { topK: topK ?? null, asPublished: asPublished ?? false, generations: generations ?? null };
  return (kind, stage, build) => shared.share({ kind, text: printStage(stage), under }, build);
};

const writtenBy = (writing: StageText, context: SystemContext): Promise<Rewriter> =>
  rewriter(writing, context.task, context, (text, topK) => {
    // What a writer searches with is its own: it is opened while another stage runs.
    const { shared: _, ...alone } = context;
    return system(text, { ...alone, topK });
  });

/** Texts that are searched with one by one need the rankings fused. */
const severalTexts = (writing: StageText, found: Retriever, context: SystemContext): Retriever =>
  searchesFor(writing, context) === 'each'
    ? searchEach(found, rrf(), { topK: context.topK ?? DEPTH })
    : found;

const retriever = async (stage: StageText, context: SystemContext): Promise<Retriever> => {
  const {
    topK,
    task,
    tools,
    model = {},
    asPublished = false,
    env = {},
    ensureModel = localModelsOnly,
  } = context;
  const kept = topK === undefined ? {} : { topK };
  if (Object.hasOwn(retrievers, stage.name)) return fromCorpus(stage, topK);
  if (isFusion(stage.name))
    return fusedRetriever(
      stage,
      (text, depth) => system(text, { ...context, ...(depth !== undefined && { topK: depth }) }),
      kept,
    );
  if (isStoredRun(stage.name))
    return storedRetriever(stage, { task, ...kept, ...(context.out && { out: context.out }) });
  mustBeRetriever(stage.name);
  if (!tools) throw new WorkError(`${stage.name} is a model: give its system \`tools\`, as nodeTools()`);
  const place = { task: task.name, asPublished, env, hubCache: hubCache(env), tools, bring: ensureModel };
  return vectorRetriever(stage, {
    ...place,
    model,
    of: task,
    ...kept,
    ...(context.saveVectors && { saveVectors: context.saveVectors }),
  });
};
