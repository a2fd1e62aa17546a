import { z } from 'zod';
import type { Used } from './failure.js';

const Count = z.number().nonnegative().optional().catch(undefined);

/** Where services that embed and score say what they counted: OpenAI and those after it, Cohere, Gemini. */
const Counted = z.object({
  usage: z.object({ total_tokens: Count, prompt_tokens: Count }).optional().catch(undefined),
  meta: z
    .object({ billed_units: z.object({ total_tokens: Count, input_tokens: Count, search_units: Count }) })
    .optional()
    .catch(undefined),
  usageMetadata: z.object({ promptTokenCount: Count }).optional().catch(undefined),
});

/** What an answer says that it took, whatever else is in it. */
export const usedIn = (answer: unknown): Used => {
  const { usage, meta, usageMetadata } = Counted.safeParse(answer).data ?? {};
  const billed = meta?.billed_units;
  return {
    tokensIn:
      billed?.total_tokens ??
      billed?.input_tokens ??
      usage?.total_tokens ??
      usage?.prompt_tokens ??
      usageMetadata?.promptTokenCount,
    searches: billed?.search_units,
  };
};
