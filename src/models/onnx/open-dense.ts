import { type DenseEmbedder, InputError, own } from '../../core/index.js';
import { type DenseLayer, denseLayers } from './dense-layer.js';
import { embedderOf } from './embed.js';
import type { Layout, Step } from './layout.js';
import { type Model, openModels } from './open-model.js';
import { needed, textOutput, tokenOutput } from './outputs.js';
import { type Sources, taker } from './plan.js';
import { normalise, POOLS } from './pooling.js';
import type { Output } from './session.js';
import type { DenseSettings, OnnxInput, Pooling } from './settings.js';

/** What sentence-transformers calls the poolings. */
const POOLING_MODES: Readonly<Record<string, Pooling>> = {
  cls: 'cls',
  mean: 'mean',
  lasttoken: 'last',
  weightedmean: 'weighted-mean',
};

/** How a model's output becomes a vector. */
interface DensePlan {
  readonly pooling: Pooling;
  readonly normalise: boolean;
  readonly output: string;
  readonly layers: readonly DenseLayer[];
  readonly sources: Sources;
}

type PoolingStep = Extract<Step, { kind: 'pooling' }>;

const poolingStep = ({ steps = [] }: Layout): PoolingStep | undefined =>
  steps.find((step) => step.kind === 'pooling');

/** Opens a local model that gives one vector per text. */
export const openOnnx = async (input: OnnxInput<DenseSettings>): Promise<DenseEmbedder> => {
  const { settings = {} } = input;
  const models = await openModels(input, (plan, _role, layout) => ({
    ...plan,
    promptTokens: promptTokensOf(layout, settings, {}),
  }));
  const plans = new Map<Model, DensePlan>();
  for (const role of ['query', 'document'] as const)
    plans.set(models.for(role), densePlan(models.for(role), settings));
  return embedderOf({
    ...models.reader,
    spec: { kind: 'onnx-dense', ...models.spec((model) => specOf(model, plans.get(model)!)) },
    read: async (batch, role) => {
      const model = models.for(role);
      const plan = plans.get(model)!;
      const output = await model.session.run(batch, plan.output);
      return batch.map(({ ids, leftOut }, i) => {
        const vector = vectorOf(output, i, ids.length, leftOut, plan);
        return vector.every(Number.isFinite) ? vector : undefined;
      });
    },
  });
};

const promptTokensOf = (
  layout: Layout,
  settings: DenseSettings,
  sources: Sources,
): NonNullable<DenseSettings['promptTokens']> => {
  const step = poolingStep(layout);
  return taker(sources)(
    'promptTokens',
    [settings.promptTokens, 'settings'],
    [step?.includePrompt === false ? 'leave-out' : undefined, step?.path ?? ''],
    ['pool', 'default'],
  );
};

const vectorOf = (
  { data, shape, starts, length }: Output,
  i: number,
  tokens: number,
  leftOut: number,
  { pooling, normalise: toLengthOne, layers }: DensePlan,
): Float32Array => {
  const dimensions = shape.at(-1)!;
  const pooled =
    pooling === 'none'
      ? data.slice(i * dimensions, (i + 1) * dimensions)
      : POOLS[pooling]({ data, dimensions, first: i * length + starts[i]!, length: tokens, leftOut });
  const projected = layers.reduce((vector, layer) => layer(vector), pooled);
  return toLengthOne ? normalise(projected) : projected;
};

const densePlan = ({ layout, session }: Model, settings: DenseSettings): DensePlan => {
  const sources: Sources = {};
  const take = taker(sources);
  promptTokensOf(layout, settings, sources);
  const tokens = tokenOutput(session);
  const step = poolingStep(layout);
  const pooling = take<Pooling>(
    'pooling',
    [settings.pooling, 'settings'],
    // A pooling that is not known here does not matter where another one is set.
    [!settings.pooling && tokens && step ? poolingOf(layout, step) : undefined, step?.path ?? ''],
    [textOutput(session) ? 'none' : undefined, `output ${textOutput(session)}`],
    ['mean', 'default of sentence-transformers'],
  );
  const output =
    pooling === 'none'
      ? needed(textOutput(session), 'sentence_embedding, as there is no pooling', session)
      : needed(tokens, `last_hidden_state or token_embeddings for pooling ${pooling}`, session);
  const toLengthOne = take(
    'normalise',
    [settings.normalise, 'settings'],
    [layout.steps?.some(({ kind }) => kind === 'normalise'), 'modules.json'],
    [false, 'default'],
  );
  // A text's own output already went through them.
  const layers = pooling === 'none' ? [] : denseLayers(layout);
  return { pooling, normalise: toLengthOne, output, layers, sources };
};

const poolingOf = (layout: Layout, { modes, path }: PoolingStep): Pooling => {
  const [mode = '', ...more] = modes;
  const pooling = own(POOLING_MODES, mode);
  if (pooling && more.length === 0) return pooling;
  throw new InputError({
    at: { file: `${layout.folder}/${path}` },
    found: `pooling by ${modes.join(' and ') || 'nothing'}`,
    expected: `one of ${Object.keys(POOLING_MODES).join(', ')}`,
    fix: 'export the model with a sentence_embedding output and set the pooling to none, as onnx:FOLDER(pooling=none)',
  });
};

const specOf = (model: Model, { pooling, normalise: toLengthOne, output, layers, sources }: DensePlan) => ({
  ...model.spec,
  pooling,
  normalise: toLengthOne,
  output,
  layers: layers.length,
  sources: { ...model.sources, ...sources },
});
