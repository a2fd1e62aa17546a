import type { Prompts } from '../../../models/prompts/index.js';
import { questionsOn } from '../ask-all.js';
import type { BuildItem } from '../item.js';
import { isSameAnswer } from '../normal-words.js';
import { answerText, fieldsReader, labelIn, material, optionLines, questionValues } from '../prompt-texts.js';

/** Why a question cannot become an open one, and the label of those that can. */
export const FILTER_LABELS = [
  ...(['too simple', 'ambiguous answer', 'not reformulatable', 'not a medical entity', 'pass'] as const),
] as const;

/** Reads a reply of the filter. "pass" counts only as the whole label, never as a word of the reply. */
export const readLabel = fieldsReader(
  { Reason: 'text', Label: 'line' },
  ({ Reason: reason, Label: response }) => {
    const label = labelIn(response, FILTER_LABELS);
    return label === undefined ? { unreadable: `the label "${response}"` } : { value: { label, reason } };
  },
);

const idOf = ({ id }: BuildItem): string => id;

export const labelQuestions = (items: readonly BuildItem[], prompts: Prompts) =>
  questionsOn('filter', items, prompts, { idOf, valuesOf: questionValues, read: readLabel });

/** What a small model answered to a question, without having seen evidence or answer. */
export interface Solution {
  readonly answer: string;
  readonly reason: string;
}

/** The question alone, or with its options; never with its answer. */
export const solveQuestions = (items: readonly BuildItem[], prompts: Prompts, withOptions: boolean) =>
  questionsOn<BuildItem, Solution>('filter/solve', items, prompts, {
    idOf,
    valuesOf: (item) => ({ QUESTION: material(item.text), OPTIONS: optionLines(withOptions ? item : {}) }),
    read: fieldsReader({ Reason: 'text', Answer: 'line' }, ({ Reason: reason, Answer: answer }) => ({
      value: { answer, reason },
    })),
  });

/** Whether an answer is the right one, where words alone tell: the answer or its option, or another option. */
export const solvedByWords = (
  { answer = '', options = [] }: BuildItem,
  response: string,
): boolean | undefined => {
  if (isSameAnswer(response, answer)) return true;
  const chosen = options.find(({ label, text }) =>
    [label, text, `${label} ${text}`].some((said) => isSameAnswer(response, said)),
  );
  return chosen && isSameAnswer(chosen.text, answer);
};

/** A solution that words do not settle. */
export interface OpenSolution {
  readonly item: BuildItem;
  readonly solver: string;
  readonly response: string;
}

export interface Matched {
  readonly match: boolean;
  readonly reason: string;
}

const readMatch = fieldsReader({ Reason: 'text', Match: 'line' }, ({ Reason: reason, Match: said }) => {
  const response = labelIn(said, ['yes', 'no']);
  if (response === undefined) return { unreadable: `the match "${said}"` };
  return { value: { match: response === 'yes', reason } };
});

/** As requests and prepared answers name a solution. */
export const solutionId = ({ item, solver }: Pick<OpenSolution, 'item' | 'solver'>): string =>
  `${item.id}\t${solver}`;

export const matchQuestions = (solutions: readonly OpenSolution[], prompts: Prompts) =>
  questionsOn<OpenSolution, Matched>('filter/match', solutions, prompts, {
    idOf: solutionId,
    valuesOf: ({ item, response }) => ({
      QUESTION: material(item.text),
      REFERENCE: answerText(item),
      RESPONSE: material(response),
    }),
    read: readMatch,
  });
