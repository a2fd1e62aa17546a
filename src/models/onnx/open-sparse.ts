import type { JsonObject, SparseEmbedder, SparseVector } from '../../core/index.js';
import { embedderOf } from './embed.js';
import { type Model, openModels } from './open-model.js';
import { logitOutput, needed } from './outputs.js';
import type { Output } from './session.js';
import type { OnnxInput, SparseSettings } from './settings.js';

/**
 * Opens a local masked language model whose logits are a text's words and their weights: over the text's tokens, the
 * maximum (or sum) of ln(1 + max(0, logit)) (Formal et al., SPLADE v2, 2021).
 */
export const openOnnxSparse = async (input: OnnxInput<SparseSettings>): Promise<SparseEmbedder> => {
  const { settings = {} } = input;
  const { pooling = 'max', maxTerms = {} } = settings;
  const models = await openModels(input);
  const outputOf = ({ session }: Model): string => needed(logitOutput(session), 'logits', session);
  const specOf = (model: Model): JsonObject => ({
    ...model.spec,
    output: outputOf(model),
    sources: model.sources,
  });
  const embedder = embedderOf<SparseVector>({
    ...models.reader,
    spec: { kind: 'onnx-sparse', pooling, maxTerms: { ...maxTerms }, ...models.spec(specOf) },
    read: async (batch, role) => {
      const model = models.for(role);
      const output = await model.session.run(batch, outputOf(model));
      return batch.map(({ ids }, i) => {
        const weights = weightsOf(output, i, ids.length, pooling);
        return weights && sparse(weights, maxTerms[role]);
      });
    },
  });
  const { tokenizer } = models.for('query');
  return { ...embedder, wordAt: (index) => tokenizer.tokenOf(index) };
};

/** Undefined where the model gave something that is not a number. */
const weightsOf = (
  { data, shape, starts, length }: Output,
  i: number,
  tokens: number,
  pooling: 'max' | 'sum',
): Float32Array | undefined => {
  const words = shape.at(-1)!;
  const first = i * length + starts[i]!;
  const weights = new Float32Array(words);
  for (let token = first; token < first + tokens; token++) {
    const at = token * words;
    for (let word = 0; word < words; word++) {
      const logit = data[at + word]!;
      if (!Number.isFinite(logit)) return undefined;
      if (pooling === 'sum') weights[word]! += Math.log1p(Math.max(logit, 0));
      // ln(1 + x) grows with x, so it is taken once, of the largest.
      else if (logit > weights[word]!) weights[word] = logit;
    }
  }
  return pooling === 'sum' ? weights : weights.map(Math.log1p);
};

/** The words with a weight; with a limit the heaviest, and of equally heavy ones the first in the vocabulary. */
const sparse = (weights: Float32Array, limit = Number.POSITIVE_INFINITY): SparseVector => {
  let indices = Int32Array.from(weights.keys()).filter((index) => weights[index]! > 0);
  if (indices.length > limit)
    indices = indices
      .sort((a, b) => weights[b]! - weights[a]! || a - b)
      .slice(0, limit)
      .sort();
  return { indices, weights: Float32Array.from(indices, (index) => weights[index]!) };
};
