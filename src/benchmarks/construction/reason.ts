import { z } from 'zod';
import { askingStep } from './asking-step.js';
import { decided } from './item.js';
import { holdsPhrase, isSameAnswer } from './normal-words.js';
import { postsSetting } from './posts-setting.js';
import { answerText, material, type ReplyReading } from './prompt-texts.js';
import { llmSetting } from './respondent.js';

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

export const reason = askingStep({
  name: 'reason',
  help: 'write a numbered reasoning path from each query to its answer',
  example: '--llm gpt4 --budget 1',
  from: 'reformulated',
  to: 'reasoned',
  settings: z.strictObject({
    llm: llmSetting,
    posts: postsSetting,
    minSteps: z.int().min(1).default(2).describe('fewest numbered steps of a reasoning path'),
  }),
  isAsked: ({ family, answer }, { posts }) => answer !== undefined && (family !== 'post' || posts),
  question: {
    valuesOf: (item) => ({ QUESTION: material(item.query ?? item.text), ANSWER: answerText(item) }),
    read: readPath,
    expectedTokens: 350,
  },
  decide: (item, { value: { steps, finalAnswer }, by }, { minSteps }) => {
    const decision = { step: 'reason', reason: `${steps.length} steps to "${finalAnswer}"`, ...by };
    const hold = (why: string, detail: string) => ({
      item: decided(item, { ...decision, label: why }),
      why,
      detail,
    });
    // The answer of a post is a letter of several sentences: the path ends in words of it.
    const isPost = item.family === 'post';
    const isRight = isPost ? holdsPhrase(item.answer!, finalAnswer) : isSameAnswer(finalAnswer, item.answer!);
    if (!isRight) return hold('another final answer', finalAnswer);
    if (steps.length < minSteps) return hold('too few steps', `${steps.length}`);
    const reasoning = pathText(steps, isPost ? finalAnswer : item.answer!);
    return { item: decided(item, { ...decision, label: 'reasoned' }, { reasoning }) };
  },
  figures: (passed) => ({ paths: passed.filter(({ item }) => item.reasoning !== undefined).length }),
});

const pathText = (steps: readonly string[], answer: string): string =>
  [...steps.map((step, i) => `${i + 1}. ${step}`), `Final Answer: ${answer}`].join('\n');
