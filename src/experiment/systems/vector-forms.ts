import { InputError, type Retriever } from '../../core/index.js';
import { openModel } from '../../models/embedders/index.js';
import { parseStages } from '../../search/pipeline/index.js';
import {
  dense,
  givenDense,
  retrievers,
  sparse,
  type Variant,
  variantsOf,
} from '../../search/retrieval/index.js';
import { givenName, givenSettings, isGiven, vectorsGiven } from './given-model.js';
import { modelContext } from './model-context.js';
import type { SystemContext } from './system-context.js';
import { settingsOf } from './vector-settings.js';

/** A model that is opened once for a task and searched with in several forms of its vectors. */
export interface VectorForms {
  readonly base: Retriever;
  /** The smaller forms HAKARI-Bench runs; truncations that leave nothing out, given the dimensions, are skipped. */
  smaller(dimensions: number, truncations: readonly number[]): readonly Retriever[];
  close(): Promise<void>;
}

/** HAKARI-Bench's numbers of weights that count, of a query and of a document. */
const ACTIVE_DIMS = { query: [8, 16, 24, 32], document: [64, 128, 256, 512] } as const;

/** Opens `bge`, `onnx:FOLDER`, `module:FILE(similarity=dot)`…; each form is the system that `bge(int8)` would name. */
export const vectorForms = async (text: string, context: SystemContext): Promise<VectorForms> => {
  const [stage, ...more] = parseStages(text);
  if (!stage || more.length > 0 || stage.values.length > 0)
    throw new InputError({
      found: `"${text}"`,
      expected: 'one model without a variant, as bge',
      fix: 'leave out the brackets: all forms are made of it',
    });
  if (Object.hasOwn(retrievers, stage.name))
    throw new InputError({
      found: `${stage.name}, which has no model`,
      expected: 'a model with dense or sparse vectors, which have smaller forms',
      fix: 'name a model: r2med models lists them',
    });
  const { topK, task, model = {}, asPublished = false } = context;
  const rules = { asPublished, ...(topK !== undefined && { topK }) };
  if (isGiven(stage.name)) {
    const vectors = await vectorsGiven(stage.name, task);
    const { similarity = 'cosine' } = givenSettings(stage);
    const name = givenName(stage.name);
    return denseForms(
      (variant) => givenDense({ ...rules, name, vectors, similarity, variant }),
      async () => {},
    );
  }
  const settings = { ...model, ...settingsOf(stage, model) };
  const opened = await openModel(stage.name, settings, modelContext(stage.name, context));
  const common = { ...rules, name: opened.name };
  const close = (): Promise<void> => opened.embedder.close();
  if (opened.kind === 'dense') {
    const { embedder, similarity } = opened;
    return denseForms((variant) => dense({ ...common, embedder, similarity, variant }), close);
  }
  if (opened.kind === 'sparse') {
    const { embedder } = opened;
    return {
      base: sparse({ ...common, embedder }),
      smaller: () =>
        ACTIVE_DIMS.query.flatMap((query) =>
          ACTIVE_DIMS.document.map((document) =>
            sparse({ ...common, embedder, maxActiveDims: { query, document } }),
          ),
        ),
      close,
    };
  }
  await close();
  throw new InputError({
    found: `${opened.name}, a model with a vector for each token`,
    expected: 'a model with dense or sparse vectors, which have smaller forms',
    fix: 'name a dense or sparse model: r2med models lists them',
  });
};

const denseForms = (form: (variant: Variant) => Retriever, close: () => Promise<void>): VectorForms => ({
  base: form({}),
  smaller: (dimensions, truncations) => variantsOf(truncations.filter((kept) => kept < dimensions)).map(form),
  close,
});
