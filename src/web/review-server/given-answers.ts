import { z } from 'zod';
import { firstIssue } from '../../benchmarks/review/index.js';
import type { ReviewQuestion } from '../../experiment/record/index.js';
import type { GivenAnswer } from '../page-data/index.js';
import { Refusal } from './refusal.js';

/** Characters of a reason; enough for a page of text. */
const LONGEST_REASON = 5000;
/** An item that was on screen for longer was forgotten there. */
const LONGEST_SECONDS = 86_400;

const id = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'expected 8 to 64 letters, digits, - or _');
const reason = z.string().max(LONGEST_REASON, `expected at most ${LONGEST_REASON} characters`);
const given = z.array(
  z.strictObject({
    question: z.string().max(200),
    value: z.string().max(200),
    reason: reason.exactOptional(),
  }),
);
const about = {
  id,
  item: z.string().max(64),
  seconds: z.number().min(0).max(LONGEST_SECONDS),
  replaces: id.exactOptional(),
};

/** What pages send. Anything more, less or else is refused. */
export const requests = {
  signIn: z.strictObject({ token: z.string().max(200) }),
  answer: z.strictObject({
    ...about,
    version: z.string().max(64),
    answers: given.exactOptional(),
    skipped: reason.exactOptional(),
  }),
  pause: z.strictObject({ id, action: z.enum(['start', 'end']) }),
  decision: z.strictObject({ ...about, basis: z.string().max(64), decisions: given }),
  nothing: z.strictObject({}),
} as const;

export const parseRequest = <T>(body: unknown, schema: z.ZodType<T>): T => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Refusal(400, `The request cannot be read: ${firstIssue(parsed.error)}.`);
};

/** One answer to each of these questions, among its choices, with a reason where one is required; in the order of the questions. */
export const checkedAnswers = (
  questions: readonly ReviewQuestion[],
  answers: readonly GivenAnswer[],
): readonly GivenAnswer[] => {
  const names = questions.map(({ name }) => name);
  const extra = answers.find(({ question }, i) => {
    const first = answers.findIndex((each) => each.question === question);
    return !names.includes(question) || first < i;
  });
  if (extra) throw new Refusal(400, `"${extra.question}" is not a question here, or is answered twice.`);
  return questions.map((question) => {
    const answer = answers.find((each) => each.question === question.name);
    if (!answer) throw new Refusal(400, `No answer to "${question.text}".`);
    if (!question.choices.some(({ value }) => value === answer.value))
      throw new Refusal(400, `"${answer.value}" is not one of the answers to "${question.text}".`);
    const reason = answer.reason?.trim();
    if (question.reason === 'required' && !reason)
      throw new Refusal(400, `"${question.text}" needs a reason.`);
    if (question.reason === 'none' && reason) throw new Refusal(400, `"${question.text}" takes no reason.`);
    return { question: question.name, value: answer.value, ...(reason && { reason }) };
  });
};
