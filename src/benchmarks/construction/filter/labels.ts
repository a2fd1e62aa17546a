import type { Prompts } from '../../../models/prompts/index.js';
import type { Questions } from '../ask-all.js';
import type { BuildItem } from '../item.js';
import { answerText, material, optionLines } from '../prompt-data.js';
import { labelIn, type ReplyReading, readFields } from '../read-fields.js';

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
  const { Reason: reason, Label: said } = fields.value;
  const label = labelIn(said, FILTER_LABELS);
  return label === undefined ? { unreadable: `the label "${said}"` } : { value: { label, reason } };
};

/** What is asked of every question. */
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
