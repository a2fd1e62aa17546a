import { type Command, InvalidArgumentError, Option } from 'commander';
import { addresses, concurrencyFlag, precisionFlag, wholeNumber } from './flags.js';

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
