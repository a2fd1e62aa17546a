import { answerOf, type ReasoningStyle } from '../../../models/llms/index.js';
import { withoutBlocks } from './tags.js';
import { type AgentModel, type Line, textOf } from './transcript.js';

/**
 * An agent's output as a reader of this style is to find it. The candidates are what was written, best first; the first
 * one that reads as the answer is saved unchanged. An agent that thought, searched and spoke in turn has often closed its
 * thoughts more than once: then what came before the answer becomes one thought.
 */
export const rawText = (
  answer: string | undefined,
  style: ReasoningStyle,
  { asWritten, before }: { readonly asWritten: readonly string[]; readonly before: string },
): string => {
  const read = (raw: string): string => answerOf(raw, style)?.trim() ?? '';
  if (!answer?.trim())
    return [...asWritten, `<think>\n${unmarked(before)}`].find((raw) => read(raw) === '') ?? '';
  const wanted = answer.trim();
  const candidates = [
    ...asWritten,
    wanted,
    `<think>\n${unmarked(before)}\n</think>\n\n${wanted}`,
    `## Final Response\n\n${wanted}`,
    `<|begin_of_solution|>${wanted}<|end_of_solution|>`,
    `<answer>${wanted}</answer>`,
  ];
  return candidates.find((raw) => read(raw) === wanted) ?? wanted;
};

const unmarked = (text: string): string => text.replace(/<\/?(?:think|answer)>/g, '').trim();

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
