import type { JudgedCandidate } from '../item.js';
import { fieldsReader, labelIn } from '../prompt-texts.js';

/** The grades of both criteria, from nothing to all that could be wished. */
export const GRADES = [0, 1, 2, 3, 4] as const;

/** The criteria by their titles. What each grade means is in the prompt for models, and in `data/review-questions.json` for experts. */
export const CRITERIA = {
  'answer-relevance': 'Answer relevance',
  'reasoning-support': 'Reasoning support',
} as const;
export type Criterion = keyof typeof CRITERIA;

const LABELS = GRADES.map(String);

/** Reads the reply of a judge: two whole grades of the scale and a reason, or nothing. */
export const readGrades = fieldsReader(
  { Reason: 'text', 'Answer relevance': 'line', 'Reasoning support': 'line' },
  ({ Reason: reason, ...grades }) => {
    const answerRelevance = Number(labelIn(grades['Answer relevance'], LABELS) ?? Number.NaN);
    const reasoningSupport = Number(labelIn(grades['Reasoning support'], LABELS) ?? Number.NaN);
    return Number.isNaN(answerRelevance + reasoningSupport)
      ? { unreadable: `a grade that is not a whole number from ${LABELS[0]} to ${LABELS.at(-1)}` }
      : { value: { answerRelevance, reasoningSupport, reason } };
  },
);

/** Where the labels begin and end. */
export interface LabelRule {
  readonly high: number;
  readonly middle: number;
  readonly low: number;
}

/** The grades of a judge for a passage. */
export type Scores = Pick<JudgedCandidate['judges'][number], 'answerRelevance' | 'reasoningSupport'>;

/** The rule in words, for reports and cards. */
export const ruleText = ({ high, middle, low }: LabelRule): string =>
  `relevant: on both criteria a mean of at least ${high}, and no judge below ${middle}; ` +
  `not relevant: on both criteria a mean of at most ${low}, and no judge at ${high} or above; everything else: unjudged`;

/**
 * The label of a candidate. Both criteria must be high for a relevant document and low for one that is not; what lies between, or what the judges
 * see differently, is neither.
 */
export const labelOf = (judges: readonly Scores[], rule: LabelRule): JudgedCandidate['label'] => {
  const criteria = (['answerRelevance', 'reasoningSupport'] as const).map((criterion) =>
    judges.map((judge) => judge[criterion]),
  );
  const { high, middle, low } = rule;
  if (judges.length === 0) return 'unjudged';
  if (criteria.every((grades) => meanOf(grades) >= high && Math.min(...grades) >= middle)) return 'relevant';
  if (criteria.every((grades) => meanOf(grades) <= low && Math.max(...grades) < high)) return 'not-relevant';
  return 'unjudged';
};

export const meanOf = (grades: readonly number[]): number =>
  grades.reduce((sum, grade) => sum + grade, 0) / grades.length;
