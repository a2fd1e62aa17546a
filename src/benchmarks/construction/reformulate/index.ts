import { z } from 'zod';
import { askingStep } from '../asking-step.js';
import { type BuildItem, decided } from '../item.js';
import { answerText, fieldsReader, material } from '../prompt-texts.js';
import { llmSetting } from '../respondent.js';
import { checkChange } from './check-change.js';
import { shownDiff } from './word-diff.js';

/** Reads a reply: why, and the whole new question. */
export const readQuestion = fieldsReader(
  { Reason: 'text', 'Open-ended Question': 'text' },
  ({ Reason: reason, 'Open-ended Question': question }) => ({ value: { reason, question } }),
);

export const reformulate = askingStep({
  name: 'reformulate',
  help: 'remove the options and ask openly, with the fewest changes of words',
  example: '--llm gpt4 --budget 1',
  from: 'filtered',
  to: 'reformulated',
  settings: z.strictObject({
    llm: llmSetting,
    maxChange: z
      .number()
      .min(0)
      .max(1)
      .default(0.1)
      .describe('most words that may change before the sentence that asks, as a share of the words there'),
    treatmentQuestion: z
      .string()
      .min(1)
      .default('What would be an appropriate treatment plan for this patient?')
      .describe('the question behind treatment cases that ask none'),
  }),
  /** Only questions with options are rewritten. */
  isAsked: ({ options = [] }) => options.length > 0,
  unasked: (item, { treatmentQuestion }) => asItStands(item, treatmentQuestion),
  question: {
    valuesOf: (item) => ({ QUESTION: material(item.text), ANSWER: answerText(item) }),
    read: readQuestion,
    expectedTokens: 250,
  },
  decide: (item, { value: { question, reason }, by }, { maxChange }) => {
    const { parts, outside, inside, problem } = checkChange(
      item.text,
      question,
      item.answer ?? '',
      maxChange,
    );
    const decision = { step: 'reformulate', reason, ...by, change: shownDiff(parts) };
    if (problem) return { item: decided(item, { ...decision, label: problem.why }), ...problem };
    const label = `changed ${percent(outside)} before the question, ${percent(inside)} of it`;
    return { item: decided(item, { ...decision, label }, { query: question }), change: outside };
  },
  figures: (passed) => {
    const changes = passed.flatMap(({ change }) => change ?? []);
    return {
      rewritten: changes.length,
      meanChange: changes.length > 0 ? changes.reduce((sum, each) => sum + each, 0) / changes.length : 0,
      unchangedBeforeTheQuestion: changes.filter((each) => each === 0).length,
    };
  },
});

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Posts and open cases are their own queries; a treatment case that asks nothing gets its question. */
const asItStands = (item: BuildItem, treatmentQuestion: string): BuildItem => {
  const asks = item.family !== 'treatment' || item.text.includes('?');
  return decided(
    item,
    {
      step: 'reformulate',
      label: asks ? 'as it stands' : 'question added',
      reason: asks ? 'it has no options' : `it asks nothing: "${treatmentQuestion}" was added`,
      by: 'rule',
    },
    { query: asks ? item.text : `${item.text}\n\n${treatmentQuestion}` },
  );
};
