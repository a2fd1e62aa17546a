import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Precision, Tools } from '../core/index.js';
import type { ModelSettings, WantedModel } from '../models/embedders/index.js';
import type { Budget, Spending } from '../platform/api-client/index.js';
import { addresses, concurrencyFlag, precisionFlag, wholeNumber } from './flags.js';

export interface ModelFlags {
  readonly endpoint?: readonly string[];
  readonly modelFolder?: string;
  readonly python?: string;
  readonly pythonLibrary?: string;
  readonly precision?: Precision;
  readonly concurrency?: number;
  readonly budget?: number;
  readonly budgetTokens?: number;
  readonly budgetTotal?: number;
  readonly budgetTotalTokens?: number;
  readonly threads?: number;
  readonly offline?: boolean;
  readonly saveVectors?: string;
}

const dollars = (value: string): number => {
  const amount = value.trim() === '' ? Number.NaN : Number(value);
  if (!(amount > 0 && Number.isFinite(amount))) throw new InvalidArgumentError('expected an amount above 0.');
  return amount;
};

/** What may be spent: the same words for every verb that may cost money. */
export const withBudgetFlags = (command: Command): Command =>
  command
    .option('--budget <usd>', 'stop before this command spends more than this', dollars)
    .option('--budget-tokens <n>', 'stop before this command uses more tokens than this', wholeNumber)
    .option('--budget-total <usd>', 'the same, counting also all cached calls of the LLM', dollars)
    .option('--budget-total-tokens <n>', 'the same in tokens', wholeNumber);

/** Servers of one model. */
export const endpointFlag = (): Option =>
  new Option('--endpoint <url>', 'base URL of an OpenAI-compatible server; repeatable').argParser(addresses);

/** Flags of every verb that runs a model. */
export const withModelFlags = (command: Command): Command =>
  withEmbedderFlags(command).option(
    '--save-vectors <folder>',
    'write dense vectors also as .npy files with their ids',
  );

/** The same for a verb that does nothing but make vectors. */
export const withEmbedderFlags = (command: Command): Command =>
  withBudgetFlags(
    command
      .addOption(endpointFlag())
      .option('--model-folder <folder>', "folder with the model's ONNX files (default: the hub cache)")
      .option('--python <program>', 'Python program that runs the model; see `r2med models NAME`')
      .option(
        '--python-library <name>',
        'sentence-transformers, vllm, or a Python module (default: sentence-transformers)',
      )
      .addOption(precisionFlag())
      .addOption(concurrencyFlag()),
  );

/** Fetches a hub model when a system needs it. */
export const modelFetcher =
  (flags: ModelFlags, tools: Tools) =>
  async (wanted: WantedModel): Promise<string> => {
    const { ensureModel } = await import('../platform/hub/index.js');
    return ensureModel(wanted, tools, {
      offline: flags.offline ?? false,
      ...(flags.precision && { precision: flags.precision }),
    });
  };

export const modelSettings = (flags: ModelFlags, spending?: Spending): ModelSettings => ({
  ...(flags.endpoint && { endpoints: flags.endpoint }),
  ...(flags.modelFolder && { folder: flags.modelFolder }),
  ...(flags.python && { python: flags.python }),
  ...(flags.pythonLibrary && { pythonLibrary: flags.pythonLibrary }),
  ...(flags.precision && { precision: flags.precision }),
  ...(flags.concurrency && { concurrency: flags.concurrency }),
  ...(flags.threads && { threads: flags.threads }),
  ...budgetOf(flags, spending),
});

type BudgetFlags = Pick<ModelFlags, 'budget' | 'budgetTokens' | 'budgetTotal' | 'budgetTotalTokens'>;

/** The budget of a whole command, which all models with the same `spending` share. */
export const budgetOf = (
  { budget, budgetTokens, budgetTotal, budgetTotalTokens }: BudgetFlags,
  spending?: Spending,
): { readonly budget?: Budget } => {
  const limits = {
    ...(budget && { usd: budget }),
    ...(budgetTokens && { tokens: budgetTokens }),
    ...(budgetTotal && { totalUsd: budgetTotal }),
    ...(budgetTotalTokens && { totalTokens: budgetTotalTokens }),
  };
  return Object.keys(limits).length > 0 ? { budget: { ...limits, ...(spending && { spending }) } } : {};
};
