import { z } from 'zod';
import type { Json } from '../../core/index.js';

/** One request of a step: which item, which prompt, filled. */
export interface StepRequest {
  /** Which step asks, as `classify`; a part of a step as `filter/solve`. */
  readonly step: string;
  /** What it is about: the item's id, or item and passage joined by a tab. */
  readonly id: string;
  readonly prompt: string;
  readonly template: string;
  /** About how many tokens the answer has, for the plan. */
  readonly expectedTokens?: number;
  /** From 0; a reply that could not be read is requested once more under the next number. */
  readonly attempt?: number;
}

export interface StepReply {
  /** The reply after the model's reasoning. */
  readonly text: string;
  /** True where nothing was asked now. */
  readonly fromCache: boolean;
  /** It ended at the limit of tokens, so that what decides may be missing. */
  readonly truncated?: boolean;
  /** Whose it is, where it is not the respondent's own. */
  readonly by?: string;
}

export interface Usage {
  readonly calls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Absent where no price is known. */
  readonly usd?: number;
}

/**
 * Who answers the requests of a step: a language model with its cache, or prepared answers of a file (`prepared:FILE`, JSON lines of
 * `{ "step", "id", "text" }`). Replies of both are read by the same strict readers.
 */
export interface Respondent {
  /** As decisions name it: the model's name, or `prepared:<name of the file>`. */
  readonly name: string;
  /** Family of the model, as `gpt`, for judges that should differ and contestants that are judges; the name where unknown. */
  readonly family: string;
  readonly concurrency: number;
  readonly seed?: number;
  /** Everything that can change its replies to a step. */
  identity(step: string): Json;
  /** Throws `ChatFailure` for one request that cannot be answered; anything else ends the step. */
  ask(request: StepRequest): Promise<StepReply>;
  /** Whether another try is worth it after a reply that cannot be read. */
  mayAskAgain(attempt: number, reply: StepReply): boolean;
  /** Calls and tokens that these requests will take. */
  estimate(requests: readonly StepRequest[]): Promise<Usage & { readonly cached: number }>;
  /** What all replies so far took, those from the cache included: a second run says the same as the first. */
  usage(): Usage;
  close(): Promise<void>;
}

/** Usage of several together; the cost is unknown as soon as one part that was called has no price. */
export const sumUsage = (parts: readonly Usage[]): Usage => {
  const sum = (of: (part: Usage) => number): number => parts.reduce((all, part) => all + of(part), 0);
  const priced = parts.filter(
    ({ usd, tokensIn, tokensOut }) => usd !== undefined || tokensIn + tokensOut > 0,
  );
  return {
    calls: sum(({ calls }) => calls),
    tokensIn: sum(({ tokensIn }) => tokensIn),
    tokensOut: sum(({ tokensOut }) => tokensOut),
    ...(priced.length > 0 &&
      priced.every(({ usd }) => usd !== undefined) && { usd: sum(({ usd = 0 }) => usd) }),
  };
};

export const respondentName = z.string().min(1);

/** The model that a step asks. On the command line it is --llm or --answers. */
export const llmSetting = respondentName.describe(
  'who decides: an LLM (`r2med models --kind llm`, served:URL#model, gguf:FILE) or prepared:FILE',
);
