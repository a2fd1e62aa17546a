import {
  type BuildContext,
  openRespondents,
  openWorkFolder,
  UndecidedItems,
} from '../../benchmarks/construction/index.js';
import type { Tools } from '../../core/index.js';
import type { ModelOptions } from '../../experiment/systems/index.js';
import { type LlmOptions, llmSampling } from '../../experiment/systems/index.js';
import { openPrompts } from '../../models/prompts/index.js';
import { noSpending } from '../../platform/api-client/index.js';
import { sayLine } from '../../platform/node/index.js';
import { openChatFor } from '../opened-llm.js';
import { modelAccess } from './model-access.js';
import { undecidedLines } from './report-table.js';

export interface StepFlags extends LlmOptions, Omit<ModelOptions, keyof LlmOptions> {
  readonly work: string;
  readonly answers?: string;
  readonly prompts?: string;
  readonly overwrite?: boolean;
  readonly retryFailed?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

// Loaded late: only a release needs it.
const reviewed: NonNullable<BuildContext['reviewed']> = async (folder) =>
  (await import('../../benchmarks/review/index.js')).agreementForRelease(folder);

/**
 * Opens what steps work with, as the flags say, and closes it; all models share one budget. What a step could not decide is named before its error ends
 * the call.
 */
export const withBuildContext = async (
  purpose: 'work' | 'plan',
  flags: StepFlags,
  tools: Tools,
  use: (context: BuildContext) => Promise<void>,
): Promise<void> => {
  const spending = noSpending();
  const respondents = openRespondents({
    openChat: (llm) => openChatFor(purpose, { ...flags, llm }, tools, spending),
    sampling: llmSampling(flags),
    retryFailed: flags.retryFailed ?? false,
  });
  const { close, ...models } = modelAccess(flags, tools);
  const prompts = openPrompts({ ...(flags.prompts && { folder: flags.prompts }) });
  try {
    await use({ work: openWorkFolder(flags.work), prompts, tools, respondents, ...models, reviewed });
  } catch (error) {
    if (error instanceof UndecidedItems) for (const line of undecidedLines(error.undecided)) sayLine(line);
    throw error;
  } finally {
    await respondents.close();
    await close();
  }
};
