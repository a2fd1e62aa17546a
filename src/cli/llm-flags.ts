import { type Command, InvalidArgumentError, Option } from 'commander';
import { InputError } from '../core/index.js';
import type { LlmOptions } from '../experiment/systems/index.js';
import { REASONING } from '../models/llms/index.js';
import { addresses, concurrencyFlag, wholeNumber } from './flags.js';
import { withBudgetFlags } from './model-flags.js';

/** Which model, where it is reached and how it samples. */
export const withLlmFlags = (command: Command): Command =>
  withLlmDetails(
    command.option(
      '--llm <name>',
      'LLM that generates the texts: a name of `r2med models --kind llm`, or served:URL#model',
    ),
  );

/** The same but for its name, which a verb may ask for under another flag. */
export const withLlmDetails = (command: Command): Command =>
  command
    .addOption(
      new Option('--llm-endpoint <url>', 'base URL of an OpenAI-compatible server; repeatable').argParser(
        addresses,
      ),
    )
    .option('--llm-model <id>', 'model id on that server (default: the registered id)')
    .addOption(
      new Option('--reasoning <style>', 'format of the reasoning in the output').choices(
        Object.keys(REASONING),
      ),
    )
    .option('--temperature <t>', 'sampling temperature', numberFrom(0))
    .option('--top-p <p>', 'top-p (nucleus) sampling', numberFrom(0, 1))
    .option('--max-tokens <n>', 'output tokens per call, reasoning included', wholeNumber)
    .option('--seed <n>', 'random seed', seedNumber)
    .option('--no-stream', 'request each response in one piece')
    .option(
      '--timeout <seconds>',
      'time without data before a retry (default: 300; 600 with --no-stream)',
      wholeNumber,
    )
    .option('--price <in,out>', 'US dollars per million input and output tokens', prices);

/** How much at once, and where it stops; verbs that embed as well have these flags already. */
export const withSpendingFlags = (command: Command): Command =>
  withBudgetFlags(command.addOption(concurrencyFlag()));

const numberFrom =
  (least: number, most = Number.POSITIVE_INFINITY) =>
  (value: string): number => {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (!(number >= least && number <= most) || !Number.isFinite(number))
      throw new InvalidArgumentError(
        `expected a number from ${least}${Number.isFinite(most) ? ` to ${most}` : ''}.`,
      );
    return number;
  };

/** A seed of random choices. */
export const seedNumber = (value: string): number => {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('expected a whole number from 0.');
  return Number(value);
};

const prices = (value: string): { in: number; out: number } => {
  const [into, out, ...more] = value.split(',').map(numberFrom(0));
  if (into === undefined || out === undefined || more.length > 0)
    throw new InvalidArgumentError('expected two amounts, for example 2.50,10.');
  return { in: into, out };
};

/** The model that was named; one that only a server knows goes by its id there. */
export const chosenLlm = ({ llm, llmEndpoint, llmModel }: LlmOptions): string => {
  if (llm) return llm;
  if (llmEndpoint && llmModel) return `served:${llmEndpoint.join(',')}#${llmModel}`;
  throw new InputError({
    found: 'no LLM',
    fix: 'add --llm gpt4, or --llm-endpoint http://localhost:8000/v1 --llm-model my-model',
  });
};
