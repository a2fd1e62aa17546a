import { z } from 'zod';
import { groupBy, type JsonObject, WorkError } from '../../core/index.js';
import { type AgreementReport, agreement, agreementOfPairs, type Rating } from '../../evaluation/index.js';
import type { ReviewQuestion } from '../../record/index.js';
import type { AppliedReview } from '../review/apply-decisions.js';
import type { WorkFolder } from '../step.js';

const Given = z.object({ question: z.string(), value: z.string(), reason: z.string().exactOptional() });

const ReviewedItem = z.object({
  id: z.string(),
  step: z.string(),
  questions: z.array(
    z.object({
      name: z.string(),
      ordered: z.boolean(),
      choices: z.array(z.object({ value: z.string() })),
    }),
  ),
});
const Label = z.object({ item: z.string(), question: z.string(), value: z.string(), by: z.string() });
const Answer = z.object({
  item: z.string(),
  reviewer: z.string(),
  answers: z.array(Given),
  skipped: z.string().exactOptional(),
  seconds: z.number(),
});
const DecisionRow = Given.extend({
  item: z.string(),
  rule: z.enum(['unanimous', 'majority', 'adjudicated']),
});

/** The files of a review, as far as they are there. */
export interface ReviewFiles {
  readonly items: readonly z.infer<typeof ReviewedItem>[];
  readonly labels: readonly z.infer<typeof Label>[];
  /** Every reviewer's last answer to every item. */
  readonly answers: readonly z.infer<typeof Answer>[];
  readonly decisions: readonly z.infer<typeof DecisionRow>[];
}

export const REVIEW_FILES = ['review/items', 'review/labels', 'review/answers', 'review/decisions'] as const;

export const readReviewFiles = async (work: WorkFolder): Promise<ReviewFiles> => {
  const rows = async <Row>(name: string, schema: { parse(value: unknown): Row }): Promise<readonly Row[]> =>
    (await work.exists(name)) ? work.read(name, schema) : [];
  return {
    items: await rows('review/items', ReviewedItem),
    labels: await rows('review/labels', Label),
    answers: await rows('review/answers', Answer),
    decisions: await rows('review/decisions', DecisionRow),
  };
};

/** Refuses to go on while items wait for the experts. */
export const mustBeReviewed = ({ items, decisions }: ReviewFiles, folder: string): void => {
  const decided = new Set(decisions.map(({ item, question }) => `${item}\n${question}`));
  const open = items.filter(({ id, questions }) =>
    questions.some(({ name }) => !decided.has(`${id}\n${name}`)),
  );
  if (items.length === 0)
    throw new WorkError('build assemble: nothing was reviewed', 'run r2med build review first');
  if (open.length > 0)
    throw new WorkError(
      `build assemble: ${open.length} of ${items.length} items wait for a decision of the reviewers`,
      `let them answer (r2med review serve ${folder}/review), then run the same command again; or set review: optional`,
    );
};

/** Agreement between reviewers on one question of one step, and of each reviewer with each model. */
export interface QuestionAgreement {
  readonly step: string;
  readonly question: string;
  readonly reviewers: AgreementReport;
  readonly models: readonly {
    readonly raters: readonly [string, string];
    readonly report: AgreementReport;
  }[];
}

/** Agreement per step and question. */
export const agreementFacts = (
  { items, labels, answers }: ReviewFiles,
  seed: number,
): readonly QuestionAgreement[] => {
  const stepOf = new Map(items.map(({ id, step }) => [id, step]));
  const asked = new Map(
    items.flatMap(({ step, questions }) =>
      questions.map((question) => [`${step}\n${question.name}`, question]),
    ),
  );
  const ratingOf = ({ ordered }: Pick<ReviewQuestion, 'ordered'>, value: string): string | number =>
    ordered && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
  return [...asked].map(([key, question]) => {
    const [step = '', name] = key.split('\n');
    const isOf = (item: string): boolean => stepOf.get(item) === step;
    const categories = question.choices.map(({ value }) => ratingOf(question, value));
    const humans = answers
      .filter(({ item, skipped }) => isOf(item) && skipped === undefined)
      .flatMap(({ item, reviewer, answers: given }): Rating[] =>
        given
          .filter((each) => each.question === name)
          .map(({ value }) => ({ item, rater: `reviewer ${reviewer}`, value: ratingOf(question, value) })),
      );
    const models = labels
      .filter((label) => label.question === name && isOf(label.item))
      .map(({ item, by, value }) => ({ item, rater: by, value: ratingOf(question, value) }));
    return {
      step,
      question: question.name,
      reviewers: agreement(humans, { categories, seed }),
      models: [...new Set(models.map(({ rater }) => rater))].flatMap((model) =>
        agreementOfPairs([...humans, ...models.filter(({ rater }) => rater === model)], {
          against: model,
          categories,
          seed,
        }),
      ),
    };
  });
};

/** Who reviewed how much, by which rules it was decided, and how often the steps were overturned. */
export const reviewFacts = (
  { items, answers, decisions }: ReviewFiles,
  applied: AppliedReview,
): JsonObject => {
  const byReviewer = groupBy(answers, ({ reviewer }) => reviewer);
  return {
    items: items.length,
    decided: new Set(decisions.map(({ item }) => item)).size,
    reviewers: [...byReviewer].map(([reviewer, own]) => ({
      reviewer,
      answered: own.filter(({ skipped }) => skipped === undefined).length,
      skipped: own.filter(({ skipped }) => skipped !== undefined).length,
      minutes: Math.round(own.reduce((sum, { seconds }) => sum + seconds, 0) / 6) / 10,
    })),
    rules: Object.fromEntries(
      [...groupBy(decisions, ({ rule }) => rule)].map(([rule, own]) => [rule, own.length]),
    ),
    blind: 'reviewers did not see what models or other reviewers decided',
    overturned: applied.overturned.map((rate) => ({ ...rate })),
    rejected: applied.rejected.map(({ id, step, decision }) => ({
      id,
      step,
      value: decision.value,
      ...(decision.reason !== undefined && { reason: decision.reason }),
    })),
    restored: applied.restored.map(({ id, step }) => ({ id, step })),
    unmatched: applied.unmatched,
  };
};
