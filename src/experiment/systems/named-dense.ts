import { InputError, type Retriever, type Task, type Tools } from '../../core/index.js';
import type { CustomEmbedder } from '../../models/custom/index.js';
import type { ModelSettings } from '../../models/embedders/index.js';
import { ensureModel, hubCache } from '../../platform/hub/index.js';
import { nodeTools } from '../../platform/node/index.js';
import { parseStages } from '../../search/pipeline/index.js';
import { type DenseOptions, dense as denseOf } from '../../search/retrieval/index.js';
import { resolveVectorRetriever } from './vector-retriever.js';

/** Settings of a dense retriever whose model is given by name. */
export interface NamedDenseOptions {
  /** Hits to keep per query. */
  readonly topK?: number;
  /**
   * The task, or its name, which a model's instructions may depend on; the general instruction without one. `npy:FOLDER` needs
   * the task itself.
   */
  readonly task?: string | Task;
  readonly asPublished?: boolean;
  readonly model?: ModelSettings;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Notes, progress and the signal while the model is opened; `nodeTools()` without it. */
  readonly tools?: Tools;
}

/** Options for an embedder that has a name of its own. */
export interface OwnDenseOptions extends Omit<DenseOptions, 'name' | 'embedder'> {
  readonly name?: string;
  readonly embedder: CustomEmbedder<Float32Array>;
}

/** Search by one vector per text, with an open embedder. */
export function dense(options: DenseOptions | OwnDenseOptions): Retriever;
/**
 * Search by vectors with a model by its name (`bge`, `bge(int8)`, `onnx:FOLDER`, `served:URL#model`, `module:FILE`), which is
 * fetched from the hub if needed and opened: only an open model knows all that decides its vectors, which its spec and so every
 * record and cache must hold. Close the retriever when done with it.
 * @example
 * import { bm25, dense, fuse, rrf } from 'r2med';
 *
 * const hybrid = fuse([bm25(), await dense('bge')], rrf({ k: 60 }));
 */
export function dense(name: string, options?: NamedDenseOptions): Promise<Retriever>;
export function dense(
  what: string | DenseOptions | OwnDenseOptions,
  options: NamedDenseOptions = {},
): Retriever | Promise<Retriever> {
  return typeof what === 'string' ? byName(what, options) : denseOf(withOwnWords(what));
}

/** An embedder that `embedder`, `openModule` or `openCommand` made says its name and similarity itself. */
const withOwnWords = (given: DenseOptions | OwnDenseOptions): DenseOptions => {
  const { name, similarity } = given.embedder as Partial<CustomEmbedder<Float32Array>>;
  return { name: name ?? '', ...(similarity && { similarity }), ...given };
};

const byName = async (text: string, options: NamedDenseOptions): Promise<Retriever> => {
  const [stage, ...more] = parseStages(text);
  if (!stage || more.length > 0)
    throw new InputError({
      found: `"${text}"`,
      expected: 'one model, as bge',
      fix: 'make other stages with pipeline, fuse and rerank',
    });
  const { topK, task = '', asPublished = false, model = {}, env = process.env } = options;
  const tools = options.tools ?? nodeTools({ env });
  return resolveVectorRetriever(stage).build({
    task: typeof task === 'string' ? task : task.name,
    ...(typeof task !== 'string' && { of: task }),
    asPublished,
    env,
    hubCache: hubCache(env),
    tools,
    ensureModel: (wanted) => ensureModel(wanted, tools),
    model,
    ...(topK !== undefined && { topK }),
  });
};
