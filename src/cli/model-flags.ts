import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Tools } from '../core/index.js';
import { bringModel } from '../hub/index.js';
import type { Budget, ModelSettings, Purse, WantedModel } from '../models/index.js';
import { wholeNumber } from './flags.js';

export interface ModelFlags {
  readonly endpoint?: readonly string[];
  readonly modelFolder?: string;
  readonly python?: string;
  readonly engine?: string;
  readonly precision?: 'fp32' | 'fp16' | 'int8';
  readonly concurrency?: number;
  readonly budget?: number;
  readonly budgetTokens?: number;
  readonly threads?: number;
  readonly offline?: boolean;
  readonly saveVectors?: string;
}

const dollars = (value: string): number => {
  const amount = Number(value);
  if (!(amount > 0)) throw new InvalidArgumentError('expected an amount above 0.');
  return amount;
};

/** Flags of whoever runs a model. */
export const withModelFlags = (command: Command): Command =>
  command
    .addOption(
      new Option('--endpoint <url>', 'server of the OpenAI API that serves the model; repeatable').argParser(
        (value: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), ...value.split(',')],
      ),
    )
    .option('--model-folder <folder>', "folder with the model's ONNX files, instead of the hub cache")
    .option('--python <program>', "run the row's model in this Python, with the packages its page names")
    .option('--engine <name>', 'with --python: sentence-transformers (default), vllm, or a Python module')
    .addOption(new Option('--precision <type>', 'which ONNX file').choices(['fp32', 'fp16', 'int8']))
    .option('--concurrency <n>', 'requests to a server at once', wholeNumber)
    .option('--budget <usd>', 'stop before more than this is spent', dollars)
    .option('--save-vectors <folder>', 'write dense vectors as .npy files with their ids as well')
    .option('--budget-tokens <n>', 'stop before more tokens than this are sent', wholeNumber);

/** Brings a hub model onto this machine when a system needs it. */
export const bringing =
  (flags: ModelFlags, tools: Tools) =>
  (wanted: WantedModel): Promise<string> =>
    bringModel(wanted, tools, {
      offline: flags.offline ?? false,
      ...(flags.precision && { precision: flags.precision }),
    });

export const modelSettings = (flags: ModelFlags, purse?: Purse): ModelSettings => ({
  ...(flags.endpoint && { endpoints: flags.endpoint }),
  ...(flags.modelFolder && { folder: flags.modelFolder }),
  ...(flags.python && { python: flags.python }),
  ...(flags.engine && { engine: flags.engine }),
  ...(flags.precision && { precision: flags.precision }),
  ...(flags.concurrency && { concurrency: flags.concurrency }),
  ...(flags.threads && { threads: flags.threads }),
  ...budgetOf(flags, purse),
});

/** The budget of a whole command, which all its models spend from where they are given the same purse. */
export const budgetOf = (
  { budget, budgetTokens }: Pick<ModelFlags, 'budget' | 'budgetTokens'>,
  purse?: Purse,
): { readonly budget?: Budget } =>
  budget || budgetTokens
    ? {
        budget: {
          ...(budget && { usd: budget }),
          ...(budgetTokens && { tokens: budgetTokens }),
          ...(purse && { purse }),
        },
      }
    : {};
