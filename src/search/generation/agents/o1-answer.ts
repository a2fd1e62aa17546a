import { answerOf, type ReasoningStyle } from '../../../models/llms/index.js';
import { rawText } from './raw-text.js';
import { withoutBlocks } from './tags.js';
import { type AgentModel, type Line, textOf } from './transcript.js';

/**
 * What a finished conversation came to: what follows the last result block, thoughts and search marks taken out. A plain
 * model's reasoning is in the text it says, so that the whole text would be used as the query, with its searches.
 */
export const o1Answer = (lines: readonly Line[], model: AgentModel): string | undefined => {
  const { continuation, reasoning } = model;
  // A model that is not known to think gives its thoughts, if any, in a field of their own: they are in tags by now.
  const style: ReasoningStyle = reasoning === 'none' ? 'auto' : reasoning;
  const last = textOf(lines.slice(-1));
  const answer =
    continuation === 'prefill' && answerOf(textOf(lines), style) !== undefined
      ? // The thought may have ended before the last search, and then no mark of its end follows it.
        (answerOf(last, style) ?? answerOf(last, 'auto'))
      : answerOf(last, style);
  return (answer && withoutBlocks(answer).trim()) || undefined;
};

/** The raw text that is saved: the whole conversation wherever a reader finds the answer in it. */
export const o1Text = (
  answer: string | undefined,
  lines: readonly Line[],
  { reasoning }: AgentModel,
): string =>
  rawText(answer, reasoning, {
    asWritten: [textOf(lines), textOf(lines.slice(-1))],
    before: textOf(answer === undefined ? lines : lines.slice(0, -1)),
  });
