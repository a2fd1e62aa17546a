import { z } from 'zod';
import type { Prompts } from '../../models/prompts/index.js';
import { askAll, planAll, type Questions } from './ask-all.js';
import { BuildItem, decided, type Held, heldCounts, heldItem } from './item.js';
import { isSameAnswer } from './normal-words.js';
import { answerText, material, type ReplyReading } from './prompt-texts.js';
import { llmSetting } from './respondent.js';
import { defineStep } from './step.js';

const settings = z.strictObject({
  llm: llmSetting,
  minSteps: z.int().min(1).default(2).describe('fewest numbered steps of a reasoning path'),
});

interface Path {
  readonly steps: readonly string[];
  readonly finalAnswer: string;
}

const STEP = /^\s{0,4}(?:\*\*)?(\d{1,3})[.)](?:\*\*)?\s(.*)$/;
const FINAL = /^\s{0,4}(?:\*\*)?Final Answer(?:\*\*)?:(?:\*\*)?(.*)$/i;

/**
 * Reads a reasoning path: steps numbered from 1 without a gap, then the final answer as the last line. Lines without a number belong to the
 * step before them.
 */
export const readPath = (reply: string): ReplyReading<Path> => {
  const steps: string[] = [];
  let finalAnswer: string | undefined;
  for (const line of reply.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    if (finalAnswer !== undefined) return { unreadable: 'text behind the final answer' };
    const final = FINAL.exec(line);
    if (final) {
      finalAnswer = final[1]!.trim();
      continue;
    }
    const step = STEP.exec(line);
    if (step && Number(step[1]) === steps.length + 1) steps.push(step[2]!.trim());
    else if (steps.length === 0) return { unreadable: 'text before step 1' };
    else steps.push(`${steps.pop()!} ${line.trim()}`.trim());
  }
  if (steps.length === 0) return { unreadable: 'no numbered steps' };
  if (steps.some((step) => !/[\p{L}\p{N}]/u.test(step))) return { unreadable: 'an empty step' };
  if (!finalAnswer) return { unreadable: 'no line "Final Answer: …" at the end' };
  return { value: { steps, finalAnswer } };
};

/** Posts without a short answer have no path to it; posts are found by their own words and links. */
const isAsked = ({ family, answer }: BuildItem): boolean => family !== 'post' && answer !== undefined;

const questionsOf = (items: readonly BuildItem[], prompts: Prompts): Questions<BuildItem, Path> => ({
  step: 'reason',
  subjects: items.filter(isAsked),
  idOf: ({ id }) => id,
  template: prompts.template('build-reason', 'default'),
  valuesOf: (item) => ({ QUESTION: material(item.query ?? item.text), ANSWER: answerText(item) }),
  read: readPath,
  expectedTokens: 350,
});

export const reason = defineStep({
  name: 'reason',
  help: 'write a numbered reasoning path from each query to its answer',
  example: '--llm gpt4 --budget 1',
  reads: ['reformulated'],
  writes: ['reasoned', 'reason.held'],
  settings,
  prompts: ['build-reason'],
  asks: ({ llm }) => [llm],
  plan: async ({ work, prompts, settings: { llm }, respondent }) =>
    planAll(questionsOf(await work.read('reformulated', BuildItem), prompts), await respondent(llm)),
  run: async ({ work, tools, prompts, settings: { llm, minSteps }, respondent }) => {
    const items = await work.read('reformulated', BuildItem);
    const { answered, undecided } = await askAll(questionsOf(items, prompts), await respondent(llm), tools);
    const reasoned: BuildItem[] = [];
    const held: Held[] = [];
    for (const item of items) {
      const answer = answered.get(item.id);
      if (!isAsked(item)) reasoned.push(item);
      if (!answer) continue;
      const { steps, finalAnswer } = answer.value;
      const decision = { step: 'reason', reason: `${steps.length} steps to "${finalAnswer}"`, ...answer.by };
      const hold = (why: string, detail: string): void =>
        void held.push(heldItem(decided(item, { ...decision, label: why }), why, detail));
      if (!isSameAnswer(finalAnswer, item.answer!)) hold('another final answer', finalAnswer);
      else if (steps.length < minSteps) hold('too few steps', `${steps.length}`);
      else
        reasoned.push(
          decided(item, { ...decision, label: 'reasoned' }, { reasoning: pathText(steps, item.answer!) }),
        );
    }
    await work.write('reasoned', reasoned);
    await work.write('reason.held', held);
    return {
      in: items.length,
      out: reasoned.length,
      held: heldCounts(held),
      undecided,
      figures: { paths: reasoned.filter(({ reasoning }) => reasoning !== undefined).length },
    };
  },
});

const pathText = (steps: readonly string[], answer: string): string =>
  [...steps.map((step, i) => `${i + 1}. ${step}`), `Final Answer: ${answer}`].join('\n');
