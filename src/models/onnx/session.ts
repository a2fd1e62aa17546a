import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { own, WorkError } from '../../core/index.js';
import type { Encoded } from './encode.js';
import { fromHalf } from './float16.js';
import { type ExportTask, exportLine } from './model-file.js';

/** A batch's output: numbers row-major, with their shape. */
export interface Output {
  readonly data: Float32Array;
  readonly shape: readonly number[];
  /** Where each text's first real token is in its row of the batch. */
  readonly starts: readonly number[];
  /** The batch's length in tokens, padding included. */
  readonly length: number;
}

export interface OutputName {
  readonly name: string;
  /** Dimensions, where the model says them: 2 for one vector per text, 3 for one per token. */
  readonly rank: number | undefined;
}

export interface Session {
  readonly outputs: readonly OutputName[];
  run(batch: readonly Encoded[], output: string): Promise<Output>;
  close(): Promise<void>;
}

export interface SessionSettings {
  readonly threads?: number;
  readonly padId: number;
  readonly paddingSide: 'left' | 'right';
  /** What the model should have been exported for. */
  readonly task?: ExportTask;
}

/** The value of one input at one place of a text; padding is 0 by default. */
type Feed = (text: Encoded, index: number) => number;

const FEEDS: Readonly<Record<string, Feed>> = {
  input_ids: ({ ids }, index) => ids[index]!,
  attention_mask: ({ attended }, index) => (index < attended ? 1 : 0),
  token_type_ids: ({ types }, index) => types[index]!,
  position_ids: (_, index) => index,
};

type Runtime = typeof import('onnxruntime-node');

export const openSession = async (
  path: string,
  { threads, padId, paddingSide, task = 'feature-extraction' }: SessionSettings,
): Promise<Session> => {
  const { InferenceSession, Tensor } = await runtime();
  const session = await InferenceSession.create(path, {
    executionProviders: ['cpu'],
    // Errors come back as exceptions; warnings about unused weights would reach stderr.
    logSeverityLevel: 3,
    // Waiting threads sleep: spinning gains 3 % on an idle machine and halves the speed on a busy one.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    ...(threads !== undefined && { intraOpNumThreads: threads }),
  }).catch((error: unknown) => {
    throw new WorkError(`${path} could not be opened: ${messageOf(error)}`, undefined, { cause: error });
  });
  checkInputs(path, session.inputNames, task);
  return {
    outputs: session.outputMetadata.map((output) => ({
      name: output.name,
      rank: output.isTensor ? output.shape.length : undefined,
    })),
    run: async (batch, output) => {
      const length = batch.reduce((longest, { ids }) => Math.max(longest, ids.length), 0);
      const starts = batch.map(({ ids }) => (paddingSide === 'left' ? length - ids.length : 0));
      const feeds = Object.fromEntries(
        session.inputMetadata.map((input) => {
          const padding = input.name === 'input_ids' ? padId : 0;
          const values = padded(batch, starts, length, own(FEEDS, input.name)!, padding);
          return [input.name, tensorOf(Tensor, input, values, [batch.length, length])];
        }),
      );
      const result = (await session.run(feeds, [output]))[output] as Tensor;
      return { data: floats(output, result), shape: result.dims, starts, length };
    },
    close: () => session.release(),
  };
};

/** The runtime of local models; an error that says how to install it where there is none. Asked before files are downloaded for it. */
export const runtime = (): Promise<Runtime> =>
  import('onnxruntime-node').catch((error: unknown) => {
    throw new WorkError(
      `local ONNX models need onnxruntime-node, which cannot be loaded: ${messageOf(error)}`,
      'npm install onnxruntime-node@1.30.0 --ignore-scripts',
      { cause: error },
    );
  });

const PURPOSES: Readonly<Record<ExportTask, string>> = {
  'feature-extraction': 'embed text',
  'text-classification': 'score pairs',
  'token-classification': 'label tokens',
};

const checkInputs = (path: string, names: readonly string[], task: ExportTask): void => {
  const strange = names.filter((name) => !Object.hasOwn(FEEDS, name));
  if (strange.length === 0) return;
  const generates = strange.some((name) => name.startsWith('past_key_values'));
  throw new WorkError(
    generates
      ? `${path} was exported to write text: it wants past_key_values`
      : `${path} wants inputs this program does not make: ${strange.join(', ')}`,
    `export it to ${PURPOSES[task]}: ${exportLine(task)}`,
  );
};

const padded = (
  batch: readonly Encoded[],
  starts: readonly number[],
  length: number,
  feed: Feed,
  padding: number,
): Int32Array => {
  const values = new Int32Array(batch.length * length).fill(padding);
  for (const [row, text] of batch.entries())
    for (let index = 0; index < text.ids.length; index++)
      values[row * length + starts[row]! + index] = feed(text, index);
  return values;
};

const tensorOf = (
  Tensor: Runtime['Tensor'],
  input: InferenceSession.ValueMetadata,
  values: Int32Array,
  shape: readonly number[],
): Tensor => {
  const type = input.isTensor ? input.type : undefined;
  if (type === 'int64') return new Tensor('int64', BigInt64Array.from(values, BigInt), shape);
  if (type === 'int32') return new Tensor('int32', values, shape);
  if (type === 'bool') return new Tensor('bool', Uint8Array.from(values), shape);
  if (type === 'float32') return new Tensor('float32', Float32Array.from(values), shape);
  throw new WorkError(`the model wants its input ${input.name} as ${type ?? 'something else than a tensor'}`);
};

const floats = (name: string, { type, data }: Tensor): Float32Array => {
  if (type === 'float32') return data as Float32Array;
  if (type === 'float64') return Float32Array.from(data as Float64Array);
  // Where the engine has no Float16Array, the runtime hands over the bits.
  if (type === 'float16')
    return data instanceof Uint16Array ? fromHalf(data) : Float32Array.from(data as ArrayLike<number>);
  throw new WorkError(`the model's output ${name} has numbers of type ${type}`);
};

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
