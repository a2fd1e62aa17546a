import { InputError, type Retriever, type Task, type Tools } from '../core/index.js';
import {
  type ModelPlace,
  type ModelSettings,
  type OpenModel,
  type OpenSearcher,
  openRetriever,
} from '../models/index.js';
import { printStage, type StageText } from '../pipeline/index.js';
import { dense, late, parseVariant, searchSystem, sparse } from '../retrieval/index.js';
import { mustSuitSearch, settingsOf } from './model-settings.js';
import { npyModel, saveVectors } from './npy-model.js';

/** How a model is used for retrieval, besides what its own text says. */
export interface VectorContext extends ModelPlace {
  readonly topK?: number;
  readonly model: ModelSettings;
  /** The task itself, for vectors that stand in files. */
  readonly of?: Task;
  /** Folder that the vectors are written to as `.npy` files as well. */
  readonly saveVectors?: string;
}

export const NPY = 'npy:';

/** Whether a name leads to vectors that were made elsewhere: `npy:FOLDER`. */
export const isNpy = (name: string): boolean => name.startsWith(NPY);

/** A retriever by vectors: `bge`, `bge(int8)`, `served:http://localhost:8000/v1#my-model(similarity=dot)`. */
export const vectorRetriever = async (stage: StageText, context: VectorContext): Promise<Retriever> => {
  const { topK, asPublished } = context;
  const [variant, ...more] = stage.values;
  if (more.length > 0)
    throw new InputError({
      found: printStage(stage),
      expected: 'one variant at most, as bge(truncate:256+int8)',
    });
  const opened = isNpy(stage.name)
    ? await npyModel(stage.name.slice(NPY.length), taskFor(stage, context))
    : await openRetriever(stage.name, { ...context.model, ...settingsOf(stage) }, context);
  if (opened.kind === 'search') return searching(opened, stage, context);
  if (context.saveVectors) await save(opened, context.saveVectors, taskFor(stage, context), context.tools);
  const common = { name: opened.name, ...(topK !== undefined && { topK }), asPublished };
  return { ...retrieverOf(opened, variant, common, stage), close: () => opened.embedder.close() };
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
  throw new InputError({ found: printStage(stage), expected: 'a task, whose vectors stand in files' });
};

const save = async (opened: OpenModel, folder: string, of: Task, tools: Tools): Promise<void> => {
  if (opened.kind === 'dense')
    await saveVectors(opened.embedder, of, `${folder}/${opened.name}/${of.name}`, tools);
  else tools.note(`${opened.name} is a ${opened.kind} model: only dense vectors are saved`);
};

const retrieverOf = (
  opened: OpenModel,
  variant: string | undefined,
  common: { readonly name: string; readonly topK?: number; readonly asPublished: boolean },
  stage: StageText,
): Retriever => {
  if (opened.kind === 'dense')
    return dense({
      ...common,
      embedder: opened.embedder,
      similarity: opened.similarity,
      ...(variant && { variant: parseVariant(variant) }),
    });
  if (variant)
    throw new InputError({
      found: printStage(stage),
      expected: `no variant: ${opened.name} is a ${opened.kind} model`,
    });
  return opened.kind === 'sparse'
    ? sparse({ ...common, embedder: opened.embedder })
    : late({ ...common, embedder: opened.embedder });
};
