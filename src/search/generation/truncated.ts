import { answerOf, type ReasoningStyle } from '../../models/llms/index.js';
import type { QueryDraft } from './generated-texts.js';
import type { Draft } from './generation-method.js';

/** For each text of a draft, whether the model ran into the limit of tokens while it wrote it. */
export const truncatedTexts = ({ texts, trace }: Draft): readonly boolean[] => {
  const wrote = trace.flatMap((step) => (step.step === 'wrote' ? [step] : []));
  // An agent's text is put together; it ends with the last thing that the model wrote.
  return texts.map((text) => (wrote.find((step) => step.text === text) ?? wrote.at(-1))?.finish === 'length');
};

/** Answers that were truncated by the limit of tokens. A text that ends inside its reasoning has none, and is counted elsewhere. */
export const truncatedAnswers = ({ texts, truncated }: QueryDraft, style: ReasoningStyle): number =>
  texts.filter((text, i) => truncated[i] && answerOf(text, style)?.trim()).length;
