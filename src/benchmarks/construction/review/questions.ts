import { z } from 'zod';
import { once } from '../../../core/index.js';
import type { ReviewQuestion } from '../../../experiment/record/index.js';
import { packageData } from '../../../platform/node/index.js';

/** What a reviewer says of a question that fits no stage; as `classify` spells it. */
export const NOT_USABLE = 'not usable';
/** What a reviewer says of a question that can go on; as `filter` spells it. */
export const PASS = 'pass';

const NAMES = [
  ...(['stage', 'usable', 'meaning-kept', 'diagnosis-hidden', 'similar'] as const),
  ...(['answer-relevance', 'reasoning-support', 'action'] as const),
] as const;
export type QuestionName = (typeof NAMES)[number];

const Question = z.strictObject({
  text: z.string(),
  choices: z.array(
    z.strictObject({ value: z.string(), label: z.string(), help: z.string().exactOptional() }),
  ),
  ordered: z.boolean().default(false),
});

const questions = once(() => packageData('review-questions.json', z.record(z.enum(NAMES), Question)));

/** What reviewers are asked about the decisions of a step. Values are spelled as the steps spell their labels. */
export const reviewQuestion = (name: QuestionName): ReviewQuestion => ({
  name,
  ...questions()[name],
  reason: 'optional',
});
