import { defined } from '../../core/index.js';
import type { ReviewDecision, ReviewItem } from '../../experiment/record/index.js';
import { sha256 } from '../../platform/node/index.js';
import type { AnswerEvent, DecisionEvent } from './trail.js';

/** What is known of an item: who reviews it, and what they and the adjudicator answered to its present version. */
export interface ItemAnswers {
  readonly item: ReviewItem;
  readonly reviewers: readonly string[];
  readonly answers: ReadonlyMap<string, AnswerEvent>;
  readonly decision?: DecisionEvent | undefined;
}

/** The rules of the plan by which answers become decisions. */
export interface DecisionRules {
  readonly perItem: number;
  readonly adjudicate: 'disagreements' | 'ties';
  readonly hasAdjudicator: boolean;
}

/** Where an item stands, and what holds of it so far. */
export interface ReviewOutcome {
  /**
   * `waiting`: not all reviewers are done. `agreed`: decided by the reviewers. `open`: an adjudicator must decide. `decided`: one did.
   * `undecided`: the reviewers disagree, and the plan has no adjudicator.
   */
  readonly state: 'waiting' | 'agreed' | 'open' | 'decided' | 'undecided';
  /** Names of the questions that the reviewers do not decide. */
  readonly disputed: readonly string[];
  readonly decisions: readonly ReviewDecision[];
}

/**
 * What the answers to an item decide. A question is decided by all who answered; by more than half of them where no adjudicator decides; or by the
 * adjudicator. One answer alone decides only where one was planned: if the other reviewer could not say, it is disputed.
 */
export const outcomeOf = (known: ItemAnswers, rules: DecisionRules): ReviewOutcome => {
  const { item, reviewers, answers, decision } = known;
  if (reviewers.length === 0 || reviewers.some((name) => !answers.has(name)))
    return { state: 'waiting', disputed: [], decisions: [] };
  const answered = [...answers.values()].filter(({ skipped }) => skipped === undefined);
  const enough = answered.length >= Math.min(2, rules.perItem);
  const majorityDecides = !rules.hasAdjudicator || rules.adjudicate === 'ties';
  const decided = new Map<string, ReviewDecision>();
  for (const { name } of item.questions) {
    const values = answered.map((event) => givenValue(event, name));
    const [value, count] = mostFrequent(values);
    const isMajority = majorityDecides && count > values.length / 2;
    if (enough && value !== undefined && (count === values.length || isMajority))
      decided.set(name, {
        ...{ item: item.id, question: name, value },
        rule: count === values.length ? 'unanimous' : 'majority',
      });
  }
  const names = item.questions.map(({ name }) => name);
  const disputed = names.filter((name) => !decided.has(name));
  const word = decision?.basis === basisOf(known) ? decision.decisions : [];
  for (const { question, value, reason } of word)
    decided.set(question, {
      ...{ item: item.id, question, value, rule: 'adjudicated' },
      ...defined({ reason }),
    });
  const isOpen = names.some((name) => !decided.has(name));
  return {
    state: !isOpen ? (word.length > 0 ? 'decided' : 'agreed') : rules.hasAdjudicator ? 'open' : 'undecided',
    disputed: word.length > 0 ? word.map(({ question }) => question) : disputed,
    decisions: names.flatMap((name) => decided.get(name) ?? []),
  };
};

/** Identifies the answers that an adjudicator was shown. */
export const basisOf = ({ answers }: Pick<ItemAnswers, 'answers'>): string =>
  sha256(JSON.stringify([...answers].map(([name, { id }]) => [name, id]).sort())).slice(0, 16);

export const givenValue = ({ answers }: AnswerEvent, question: string): string | undefined =>
  answers.find((each) => each.question === question)?.value;

const mostFrequent = (values: readonly (string | undefined)[]): readonly [string | undefined, number] => {
  const counts = new Map<string | undefined, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0] ?? [undefined, 0];
};
