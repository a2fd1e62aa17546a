import type { JudgedCandidate } from '../item.js';
import type { Grades } from './read-grades.js';

/** Where the labels begin and end. */
export interface LabelRule {
  readonly high: number;
  readonly middle: number;
  readonly low: number;
}

type Scores = Pick<Grades, 'answerRelevance' | 'reasoningSupport'>;

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
