import { z } from 'zod';
import type { Prompts } from '../../../models/prompts/index.js';
import { askAll, planAll, type Questions } from '../ask-all.js';
import { BuildItem, decided, type Held, heldCounts, heldItem } from '../item.js';
import { answerText, material, type ReplyReading, readFields } from '../prompt-texts.js';
import { llmSetting } from '../respondent.js';
import { defineStep } from '../step.js';
import { checkChange } from './check-change.js';
import { shownDiff } from './word-diff.js';

const settings = z.strictObject({
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
});

interface Reformulated {
  readonly question: string;
  readonly reason: string;
}

/** Reads a reply: why, and the whole new question. */
export const readQuestion = (reply: string): ReplyReading<Reformulated> => {
  const fields = readFields(reply, { Reason: 'text', 'Open-ended Question': 'text' });
  if ('unreadable' in fields) return fields;
  return { value: { reason: fields.value.Reason, question: fields.value['Open-ended Question'] } };
};

/** Only questions with options are rewritten. */
const isAsked = ({ options = [] }: BuildItem): boolean => options.length > 0;

const questionsOf = (items: readonly BuildItem[], prompts: Prompts): Questions<BuildItem, Reformulated> => ({
  step: 'reformulate',
  subjects: items.filter(isAsked),
  idOf: ({ id }) => id,
  template: prompts.template('build-reformulate', 'default'),
  valuesOf: (item) => ({ QUESTION: material(item.text), ANSWER: answerText(item) }),
  read: readQuestion,
  expectedTokens: 250,
});

export const reformulate = defineStep({
  name: 'reformulate',
  help: 'remove the options and ask openly, with the fewest changes of words',
  example: '--llm gpt4 --budget 1',
  reads: ['filtered'],
  writes: ['reformulated', 'reformulate.held'],
  settings,
  prompts: ['build-reformulate'],
  asks: ({ llm }) => [llm],
  plan: async ({ work, prompts, settings: { llm }, respondent }) =>
    planAll(questionsOf(await work.read('filtered', BuildItem), prompts), await respondent(llm)),
  run: async ({ work, tools, prompts, settings: { llm, maxChange, treatmentQuestion }, respondent }) => {
    const items = await work.read('filtered', BuildItem);
    const { answered, undecided } = await askAll(questionsOf(items, prompts), await respondent(llm), tools);
    const reformulated: BuildItem[] = [];
    const held: Held[] = [];
    const changes: number[] = [];
    for (const item of items) {
      if (!isAsked(item)) {
        reformulated.push(asItStands(item, treatmentQuestion));
        continue;
      }
      const answer = answered.get(item.id);
      if (!answer) continue;
      const { question, reason } = answer.value;
      const { parts, outside, inside, problem } = checkChange(
        item.text,
        question,
        item.answer ?? '',
        maxChange,
      );
      const decision = { step: 'reformulate', reason, ...answer.by, change: shownDiff(parts) };
      if (problem) {
        held.push(heldItem(decided(item, { ...decision, label: problem.why }), problem.why, problem.detail));
        continue;
      }
      const label = `changed ${percent(outside)} before the question, ${percent(inside)} of it`;
      reformulated.push(decided(item, { ...decision, label }, { query: question }));
      changes.push(outside);
    }
    await work.write('reformulated', reformulated);
    await work.write('reformulate.held', held);
    return {
      in: items.length,
      out: reformulated.length,
      held: heldCounts(held),
      undecided,
      figures: {
        rewritten: changes.length,
        meanChange: changes.length > 0 ? changes.reduce((sum, each) => sum + each, 0) / changes.length : 0,
        unchangedBeforeTheQuestion: changes.filter((each) => each === 0).length,
      },
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
