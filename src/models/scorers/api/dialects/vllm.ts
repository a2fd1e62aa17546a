import type { JsonObject } from '../../../../core/index.js';
import { bearer } from '../../../../platform/api-client/index.js';
import type { Dialect, RequestInput } from './dialect.js';

/** What vLLM's two ways to score pairs have in common. */
export const vllm = {
  home: 'http://localhost:8000/v1',
  keyVariables: ['OPENAI_API_KEY'],
  // It has no limits of its own: each pair is a sequence. As many as are usually reranked.
  limits: { texts: 100, tokens: 250_000, bytes: 4_000_000 },
  takesLimit: true,
  // The logit itself, as RankLLaMA was run for R2MED; the sigmoid near 1 makes ties of what differs.
  rawScores: true,
  headers: bearer,
} satisfies Partial<Dialect>;

/** -1 represents what the model reads; without it, vLLM refuses longer pairs. */
const WHAT_IT_READS = -1;

export const vllmParameters = ({ model, serverCuts, maxTokens, rawScores }: RequestInput): JsonObject => ({
  model,
  ...(serverCuts && { truncate_prompt_tokens: maxTokens ?? WHAT_IT_READS }),
  use_activation: !rawScores,
});
