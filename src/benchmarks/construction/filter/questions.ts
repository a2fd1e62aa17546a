import type { Prompts } from '../../../models/prompts/index.js';
import type { Questions } from '../ask-all.js';
import type { BuildItem } from '../item.js';
import { isSameAnswer } from '../normal-words.js';
import {
  answerText,
  labelIn,
  material,
  optionLines,
  type ReplyReading,
  readFields,
} from '../prompt-texts.js';

/** Why a question cannot become an open one, and the label of those that can. */
export const FILTER_LABELS = [
  'too simple',
  'ambiguous answer',
  'not reformulatable',
  'not a medical entity',
  'pass',
] as const;

export interface Labelled {
  readonly label: (typeof FILTER_LABELS)[number];
  readonly reason: string;
}

/** Reads a reply of the filter. "pass" counts only as the whole label, never as a word of the reply. */
export const readLabel = (reply: string): ReplyReading<Labelled> => {
  const fields = readFields(reply, { Reason: 'text', Label: 'line' });
  if ('unreadable' in fields) return fields;
  const { Reason: reason, Label: response } = fields.value;
  const label = labelIn(response, FILTER_LABELS);
  return label === undefined ? { unreadable: `the label "${response}"` } : { value: { label, reason } };
};

export const labelQuestions = (
  items: readonly BuildItem[],
  prompts: Prompts,
): Questions<BuildItem, Labelled> => ({
  step: 'filter',
  subjects: items,
  idOf: ({ id }) => id,
  template: prompts.template('build-filter', 'default'),
  valuesOf: (item) => ({
    QUESTION: material(item.text),
    OPTIONS: optionLines(item),
    ANSWER: answerText(item),
  }),
  read: readLabel,
});

/** What a small model answered to a question, without having seen evidence or answer. */
export interface Solution {
  readonly answer: string;
  readonly reason: string;
}

const readSolution = (reply: string): ReplyReading<Solution> => {
  const fields = readFields(reply, { Reason: 'text', Answer: 'line' });
  if ('unreadable' in fields) return fields;
  return { value: { answer: fields.value.Answer, reason: fields.value.Reason } };
};

/** The question alone, or with its options; never with its answer. */
export const solveQuestions = (
  items: readonly BuildItem[],
  prompts: Prompts,
  withOptions: boolean,
): Questions<BuildItem, Solution> => ({
  step: 'filter/solve',
  subjects: items,
  idOf: ({ id }) => id,
  template: prompts.template('build-filter/solve', 'default'),
  valuesOf: (item) => ({ QUESTION: material(item.text), OPTIONS: optionLines(withOptions ? item : {}) }),
  read: readSolution,
});

/** Whether an answer is the right one, where words alone tell: the answer or its option, or another option. */
export const solvedByWords = (
  { answer = '', options = [] }: BuildItem,
  response: string,
): boolean | undefined => {
  if (isSameAnswer(response, answer)) return true;
  const chosen = options.find(
    ({ label, text }) =>
      isSameAnswer(response, label) ||
      isSameAnswer(response, text) ||
      isSameAnswer(response, `${label} ${text}`),
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

const readMatch = (reply: string): ReplyReading<Matched> => {
  const fields = readFields(reply, { Reason: 'text', Match: 'line' });
  if ('unreadable' in fields) return fields;
  const response = labelIn(fields.value.Match, ['yes', 'no']);
  if (response === undefined) return { unreadable: `the match "${fields.value.Match}"` };
  return { value: { match: response === 'yes', reason: fields.value.Reason } };
};

/** As requests and prepared answers name a solution. */
export const solutionId = ({ item, solver }: Pick<OpenSolution, 'item' | 'solver'>): string =>
  `${item.id}\t${solver}`;

export const matchQuestions = (
  solutions: readonly OpenSolution[],
  prompts: Prompts,
): Questions<OpenSolution, Matched> => ({
  step: 'filter/match',
  subjects: solutions,
  idOf: solutionId,
  template: prompts.template('build-filter/match', 'default'),
  valuesOf: ({ item, response }) => ({
    QUESTION: material(item.text),
    REFERENCE: answerText(item),
    RESPONSE: material(response),
  }),
  read: readMatch,
});
