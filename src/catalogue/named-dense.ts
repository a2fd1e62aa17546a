import { InputError, type Retriever } from '../core/index.js';
import { bringModel, hubCache } from '../hub/index.js';
import type { ModelSettings, OwnEmbedder } from '../models/index.js';
import { parseStages } from '../pipeline/index.js';
import { type DenseOptions, dense as denseOf } from '../retrieval/index.js';
import { vectorRetriever } from './vector-retriever.js';

export interface NamedDenseOptions {
  /** Hits kept per query. */
  readonly topK?: number;
  /** Name of the task, which a model's instructions may depend on; the general instruction without one. */
  readonly task?: string;
  readonly asPublished?: boolean;
  readonly model?: ModelSettings;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Options for an embedder that has a name of its own. */
export interface OwnDenseOptions extends Omit<DenseOptions, 'name' | 'embedder'> {
  readonly name?: string;
  readonly embedder: OwnEmbedder<Float32Array>;
}

/**
 * Search by one vector per text: with an open embedder, or with a model by its name (`bge`, `bge(int8)`, `onnx:FOLDER`,
 * `served:URL#model`, `module:FILE`), which is opened, and brought from the hub, when it meets its corpus.
 * @example
 * import { bm25, dense, fuse, rrf } from 'r2med';
 *
 * const hybrid = fuse([bm25(), dense('bge')], rrf({ k: 60 }));
 */
export const dense = (
  what: string | DenseOptions | OwnDenseOptions,
  options: NamedDenseOptions = {},
): Retriever => (typeof what === 'string' ? byName(what, options) : denseOf(withOwnWords(what)));

/** An embedder that `embedder`, `openModule` or `openCommand` made says its name and similarity itself. */
const withOwnWords = (given: DenseOptions | OwnDenseOptions): DenseOptions => {
  const { name, similarity } = given.embedder as Partial<OwnEmbedder<Float32Array>>;
  return { name: name ?? '', ...(similarity && { similarity }), ...given };
};

const byName = (text: string, options: NamedDenseOptions): Retriever => {
  const [stage, ...more] = parseStages(text);
  if (!stage || more.length > 0) throw new InputError({ found: `"${text}"`, expected: 'one model, as bge' });
  const { topK, task = '', asPublished = false, model = {}, env = process.env } = options;
  const opened: Retriever[] = [];
  return {
    name: text,
    // The model itself says more of what it is once it is open; what `system` builds for records is open from the start.
    spec: { retriever: 'dense', model: text, task, asPublished, ...(topK !== undefined && { topK }) },
    open: async (corpus, tools) => {
      const retriever = await vectorRetriever(stage, {
        task,
        asPublished,
        env,
        hubCache: hubCache(env),
        tools,
        bring: (wanted) => bringModel(wanted, tools),
        model,
        ...(topK !== undefined && { topK }),
      });
      opened.push(retriever);
      return retriever.open(corpus, tools);
    },
    close: async () => {
      for (const retriever of opened.splice(0)) await retriever.close?.();
    },
  };
};
