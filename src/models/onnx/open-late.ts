import type { JsonObject, LateEmbedder, Role, TokenVectors } from '../../core/index.js';
import { type DenseLayer, denseLayers } from './dense-layer.js';
import { embedderOf } from './embed.js';
import type { EncodePlan } from './encode.js';
import { type Model, openModels } from './open-model.js';
import { needed, tokenOutput } from './outputs.js';
import { normalise } from './pooling.js';
import type { Output } from './session.js';
import type { LateSettings, OnnxInput } from './settings.js';

/** ColBERT's: 32 tokens of a query, and Python's `string.punctuation` left out of documents. */
const QUERY_LENGTH = 32;
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** Opens a local model that gives one vector per token (Khattab and Zaharia, ColBERT, 2020). */
export const openOnnxLate = async (input: OnnxInput<LateSettings>): Promise<LateEmbedder> => {
  const { settings = {} } = input;
  const { markers = {}, skipped = PUNCTUATION, normalise: toLengthOne = true } = settings;
  const models = await openModels(input, (plan, role) => latePlan(plan, role, settings));
  const readers = new Map<
    Model,
    { output: string; layers: readonly DenseLayer[]; skip: ReadonlySet<number> }
  >();
  for (const model of [models.for('query'), models.for('document')])
    readers.set(model, {
      output: needed(tokenOutput(model.session), 'last_hidden_state or token_embeddings', model.session),
      layers: denseLayers(model.layout),
      skip: skippedIds(model, skipped),
    });
  const specOf = (model: Model): JsonObject => ({
    ...model.spec,
    output: readers.get(model)!.output,
    layers: readers.get(model)!.layers.length,
    sources: model.sources,
  });
  const embedder = embedderOf<TokenVectors>({
    ...models.reader,
    spec: {
      kind: 'onnx-late',
      skipped,
      normalise: toLengthOne,
      markers: { ...markers },
      ...models.spec(specOf),
    },
    read: async (batch, role) => {
      const model = models.for(role);
      const { output, layers, skip } = readers.get(model)!;
      const result = await model.session.run(batch, output);
      return batch.map(({ ids }, i) => {
        return tokenVectors(
          keptTokens(ids, role, skip).map((token) => {
            const projected = layers.reduce((vector, layer) => layer(vector), tokenRow(result, i, token));
            return toLengthOne ? normalise(projected) : projected;
          }),
        );
      });
    },
  });
  return {
    ...embedder,
    tokensOf: (text, role) => {
      const model = models.for(role);
      const { ids } = model.encode[role](text);
      return keptTokens(ids, role, readers.get(model)!.skip).map(
        (place) => model.tokenizer.tokenOf(ids[place]!) ?? `${ids[place]}`,
      );
    },
  };
};

/** Places of the tokens that have a vector. */
const keptTokens = (ids: readonly number[], role: Role, skip: ReadonlySet<number>): readonly number[] =>
  [...ids.keys()].filter((token) => role !== 'document' || !skip.has(ids[token]!));

const latePlan = (plan: EncodePlan, role: Role, settings: LateSettings): EncodePlan => {
  const marker = settings.markers?.[role];
  const marked = marker === undefined ? plan : { ...plan, marker };
  const queryLength = settings.queryLength ?? QUERY_LENGTH;
  if (role === 'document' || queryLength === 0) return marked;
  // A rewrite may be given more room than a query has.
  const maxTokens = Math.max(
    queryLength,
    (role === 'rewrite' ? settings.maxTokens?.rewrite : undefined) ?? 0,
  );
  return { ...marked, maxTokens, fill: { to: queryLength, attended: settings.attendToFilling ?? false } };
};

const skippedIds = ({ tokenizer }: Model, skipped: string): ReadonlySet<number> =>
  new Set([...skipped].flatMap((character) => tokenizer.ids(character).slice(0, 1)));

const tokenRow = ({ data, shape, starts, length }: Output, i: number, token: number): Float32Array => {
  const dimensions = shape.at(-1)!;
  const row = i * length + starts[i]! + token;
  return data.slice(row * dimensions, (row + 1) * dimensions);
};

/** Undefined where the model gave something that is not a number. */
const tokenVectors = (rows: readonly Float32Array[]): TokenVectors | undefined => {
  const dimensions = rows[0]?.length ?? 0;
  const data = new Float32Array(rows.length * dimensions);
  for (const [i, row] of rows.entries()) data.set(row, i * dimensions);
  return data.every(Number.isFinite) ? { tokens: rows.length, dimensions, data } : undefined;
};
