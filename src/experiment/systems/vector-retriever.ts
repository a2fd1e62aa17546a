import { defined, InputError, type Retriever, type Task, type Tools } from '../../core/index.js';
import {
  checkModel,
  findModelEntry,
  type ModelContext,
  type ModelSettings,
  type OpenModel,
  type OpenSearcher,
  openRetriever,
} from '../../models/embedders/index.js';
import { type Engine, type HnswOptions, vectorPlace } from '../../search/engines/index.js';
import type { StageText } from '../../search/pipeline/index.js';
import {
  dense,
  givenDense,
  late,
  searchSystem,
  sparse,
  type Variant,
  type VectorFeedback,
  type VectorFeedbackUse,
  type VectorPlace,
} from '../../search/retrieval/index.js';
import { noFeedback, readVectorFeedback } from './feedback.js';
import { givenName, givenSettings, isGiven, saveVectors, vectorsGiven } from './given-model.js';
import type { Resolved } from './model-context.js';
import { notOnEngine } from './on-engine.js';
import { mustSuitSearch, readModelSettings, settingsOf, variantOf, withoutHnsw } from './vector-settings.js';

/** How a model is used for retrieval, besides the settings in its text. */
export interface VectorContext extends ModelContext {
  readonly topK?: number;
  readonly model: ModelSettings;
  /** The task itself, for vectors from files. */
  readonly of?: Task;
  /** Folder that the vectors are written to as `.npy` files as well. */
  readonly saveVectors?: string;
  /** Search engine that keeps the vectors. */
  readonly engine?: Engine;
}

/** Settings of every retriever by vectors. */
interface Common {
  readonly name: string;
  readonly topK?: number;
  readonly asPublished: boolean;
  readonly place?: VectorPlace;
  readonly feedback?: VectorFeedbackUse;
}

/** A retriever by vectors: `bge`, `bge(int8)`, `bge(hnsw)`, `served:http://localhost:8000/v1#my-model(similarity=dot)`. */
export const resolveVectorRetriever = (
  written: StageText,
  feedback?: StageText,
): Resolved<VectorContext, Retriever> => {
  const { model: stage, hnsw } = withoutHnsw(written);
  const moved = feedback && { stage: feedback, method: readVectorFeedback(feedback, written) };
  if (moved && !mayBeDense(stage)) throw noFeedback(feedback, stage);
  const variant = variantOf(stage);
  const form: Form = { ...(variant && { variant }), ...(hnsw && { hnsw }) };
  const check = async (context: Pick<VectorContext, 'engine'> & Partial<VectorContext>): Promise<void> => {
    mustBeSearchable(stage, form, context);
    if (!isGiven(stage.name)) await checkModel(stage.name, context.model ?? {});
  };
  if (isGiven(stage.name)) {
    const settings = givenSettings(stage);
    return { check, build: (context) => fromFiles(stage, form, settings, context) };
  }
  readModelSettings(stage);
  return { check, build: (context) => vectorRetriever(stage, form, context, moved) };
};

/** Feedback by vectors, and how its stage is written. */
interface Moved {
  readonly stage: StageText;
  readonly method: VectorFeedback;
}

/** The form in which vectors are searched. */
interface Form {
  readonly variant?: Variant;
  readonly hnsw?: HnswOptions;
}

/** Refuses a form that an engine cannot search, and one that needs an engine where there is none. */
const mustBeSearchable = (
  stage: StageText,
  { variant, hnsw }: Form,
  { engine }: Pick<VectorContext, 'engine'>,
): void => {
  if (hnsw && !engine)
    throw new InputError({
      found: `${stage.text} without --engine`,
      expected: 'approximate search (hnsw) on a search engine',
      fix: 'add --engine opensearch:URL or postgres:URL, or leave hnsw out: search in this process is exact',
    });
  if (engine && !(engine.openVectors && isExact(variant) && mayBeDense(stage)))
    throw notOnEngine(stage, engine);
  // Settings that the engine does not know are said before a model is fetched.
  if (engine && hnsw) vectorPlace(engine, {}, hnsw);
};

/** Whether vectors are compared as they are. */
const isExact = (variant: Variant | undefined): boolean => variant?.codes === undefined;

/** Models outside the registry say what they are when they are open. */
const mayBeDense = ({ name }: StageText): boolean => (findModelEntry(name)?.kind ?? 'dense') === 'dense';

const vectorRetriever = async (
  stage: StageText,
  form: Form,
  context: VectorContext,
  moved: Moved | undefined,
): Promise<Retriever> => {
  const settings = settingsOf(stage, context.model);
  const { engine } = context;
  mustBeSearchable(stage, form, context);
  const opened = await openRetriever(stage.name, { ...context.model, ...settings }, context);
  if (engine && opened.kind !== 'dense') {
    await (opened.kind === 'search' ? opened.searcher : opened.embedder).close();
    throw notOnEngine(stage, engine);
  }
  if (moved && opened.kind !== 'dense') {
    await (opened.kind === 'search' ? opened.searcher : opened.embedder).close();
    throw noFeedback(moved.stage, stage);
  }
  if (opened.kind === 'search') return searching(opened, stage, context);
  if (context.saveVectors) await save(opened, context.saveVectors, taskFor(stage, context), context.tools);
  const common = {
    name: opened.name,
    ...rulesOf(context, form),
    ...(moved && { feedback: { method: moved.method, excluded: context.of?.excluded } }),
  };
  return { ...retrieverOf(opened, form.variant, common, stage), close: () => opened.embedder.close() };
};

const rulesOf = ({ topK, asPublished, engine }: VectorContext, { hnsw }: Form): Omit<Common, 'name'> => ({
  ...(topK !== undefined && { topK }),
  asPublished,
  ...(engine && { place: vectorPlace(engine, {}, hnsw) }),
});

const fromFiles = async (
  stage: StageText,
  form: Form,
  { similarity }: ModelSettings,
  context: VectorContext,
): Promise<Retriever> => {
  mustBeSearchable(stage, form, context);
  const { variant } = form;
  const name = givenName(stage.name);
  if (context.saveVectors)
    context.tools.note(`${name}: its vectors are in files already and not saved again`);
  const vectors = await vectorsGiven(stage.name, taskFor(stage, context));
  return givenDense({ name, ...rulesOf(context, form), vectors, ...defined({ similarity, variant }) });
};

/** A system that searches by itself, without vectors that could be saved or made smaller. */
const searching = async (
  { searcher }: OpenSearcher,
  stage: StageText,
  { topK, saveVectors: folder, tools }: VectorContext,
): Promise<Retriever> => {
  try {
    mustSuitSearch(stage);
    if (folder) tools.note(`${searcher.name} is a search system: it has no vectors to save`);
    return searchSystem({ searcher, ...(topK !== undefined && { topK }) });
  } catch (error) {
    await searcher.close();
    throw error;
  }
};

const taskFor = (stage: StageText, { of }: VectorContext): Task => {
  if (of) return of;
  throw new InputError({
    found: stage.text,
    expected: 'a task, whose vectors are in files',
    fix: 'give the task: dense(name, { task })',
  });
};

const save = async (opened: OpenModel, folder: string, of: Task, tools: Tools): Promise<void> => {
  if (opened.kind === 'dense')
    await saveVectors(opened.embedder, of, `${folder}/${opened.name}/${of.name}`, tools);
  else tools.note(`${opened.name} is a ${opened.kind} model: only dense vectors are saved`);
};

const retrieverOf = (
  opened: OpenModel,
  variant: Variant | undefined,
  common: Common,
  stage: StageText,
): Retriever => {
  if (opened.kind === 'dense')
    return dense({
      ...common,
      embedder: opened.embedder,
      similarity: opened.similarity,
      ...(variant && { variant }),
    });
  if (variant)
    throw new InputError({
      found: stage.text,
      expected: `no variant: ${opened.name} is a ${opened.kind} model`,
      fix: 'leave out the variant',
    });
  return opened.kind === 'sparse'
    ? sparse({ ...common, embedder: opened.embedder })
    : late({ ...common, embedder: opened.embedder });
};
