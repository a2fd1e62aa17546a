import { answerOf, type ReasoningStyle } from '../reasoning.js';
import type { Reply } from './chat.js';

/**
 * A reply as one text: what a service gives in a separate field is in think tags, as models write it that have no
 * such field. A thought that was broken off has no closing tag, so that a reader sees that the answer never came. For
 * models that are read as a whole (`none`) the reasoning is left out.
 */
export const rawOutput = (
  { text, reasoning, finish, stoppedAt }: Pick<Reply, 'text' | 'reasoning' | 'finish' | 'stoppedAt'>,
  style: ReasoningStyle,
): string => {
  if (!reasoning || style === 'none') return text;
  const brokenOff = text === '' && (finish === 'length' || stoppedAt !== undefined);
  return brokenOff ? `<think>\n${reasoning}` : `<think>\n${reasoning}\n</think>\n\n${text}`;
};

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
