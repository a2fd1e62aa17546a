import { answerOf, type ReasoningStyle, type Reply, rawOutput } from '../../models/llms/index.js';
import type { GenerationStep } from './generation-method.js';

export interface Wrote {
  /** Everything the model wrote, thinking included. */
  readonly raw: string;
  /** What it says after its thinking; empty when it contains no answer. */
  readonly answer: string;
  readonly step: GenerationStep;
}

/** A reply as methods of several calls use it: they read what they requested before they ask again. */
export const wrote = (reply: Reply, style: ReasoningStyle): Wrote => {
  const raw = rawOutput(reply, style);
  const { finish, tokensIn, tokensOut } = reply;
  return {
    raw,
    answer: answerOf(raw, style)?.trim() ?? '',
    step: { step: 'wrote', text: raw, finish, tokensIn, tokensOut },
  };
};
