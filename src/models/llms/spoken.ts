import type { Reply } from './chat/index.js';
import { answerOf, type ReasoningStyle } from './reasoning.js';

/**
 * What a model says after its reasoning, for readers of short answers. A model of which marks are expected may also answer without any thought;
 * but when it ran out of tokens before the mark came, what is there is its thought.
 */
export const spoken = (
  { text, reasoning, finish }: Pick<Reply, 'text' | 'reasoning' | 'finish'>,
  style: ReasoningStyle,
): string | undefined => {
  if (reasoning !== undefined) return text;
  return answerOf(text, style) ?? (finish === 'stop' ? text : undefined);
};
