import { answerOf, type ReasoningStyle } from '../../../models/llms/index.js';

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
