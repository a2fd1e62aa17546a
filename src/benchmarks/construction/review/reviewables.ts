import type { ModelLabel, ReviewItem, ReviewQuestion } from '../../../experiment/record/index.js';
import type { BuildItem, Decision, JudgedCandidate, Passage } from '../item.js';
import { type LabelRule, labelOf } from '../judge/grades.js';
import { pairId } from '../judge/judge-figures.js';
import { NOT_USABLE, reviewQuestion } from './questions.js';
import type { ReviewedRows } from './reviewed-rows.js';

/** A decision that experts can review: what they see, and what was decided. */
export interface Reviewable {
  readonly item: ReviewItem;
  readonly labels: readonly ModelLabel[];
  /** The judges disagree, or left it open. */
  readonly uncertain: boolean;
}

export const REVIEWED_STEPS = ['classify', 'filter', 'reformulate', 'judge', 'cases'] as const;
export type ReviewedStep = (typeof REVIEWED_STEPS)[number];

/** The id of what is reviewed. A judged pair has the id that the judges' step gives it. */
export const reviewId = (step: ReviewedStep, item: string, passage?: string): string =>
  step === 'judge'
    ? pairId({ item, passage: passage! })
    : [step, item, ...(passage === undefined ? [] : [passage])].join('\t');

const text = (label: string, value: string | undefined) => (value ? [{ label, text: value }] : []);

const answerOf = ({ answer, diagnosis }: BuildItem): string | undefined => answer ?? diagnosis?.name;

const groupOf = ({ bodySystem, family }: BuildItem): string => bodySystem ?? family;

const optionsOf = ({ options }: BuildItem): string | undefined =>
  options?.map(({ label, text: option }) => `${label}. ${option}`).join('\n');

export const decisionOf = ({ trail }: BuildItem, step: string): Decision | undefined =>
  trail.findLast((decision) => decision.step === step);

const of = (
  step: ReviewedStep,
  item: BuildItem,
  texts: ReviewItem['texts'],
  questions: readonly ReviewQuestion[],
  passage?: string,
): ReviewItem => ({ id: reviewId(step, item.id, passage), step, group: groupOf(item), texts, questions });

/** One question about one item, with the answer of a model or rule. */
const single = (
  step: ReviewedStep,
  item: BuildItem,
  texts: ReviewItem['texts'],
  question: ReviewQuestion,
  label: { readonly value: string; readonly by: string },
  passage?: string,
): Reviewable => {
  const review = of(step, item, texts, [question], passage);
  return { item: review, labels: [{ item: review.id, question: question.name, ...label }], uncertain: false };
};

const question = (item: BuildItem): ReviewItem['texts'] => [
  ...text('Question', item.text),
  ...text('Options', optionsOf(item)),
  ...text('Reference answer', answerOf(item)),
];

const byDecision = (
  items: readonly BuildItem[],
  step: ReviewedStep,
  make: (item: BuildItem, decision: Decision) => Reviewable | undefined,
): readonly Reviewable[] =>
  items.flatMap((item) => {
    const decision = decisionOf(item, step);
    return (decision && make(item, decision)) ?? [];
  });

const classified = ({ classified: rows }: ReviewedRows): readonly Reviewable[] =>
  byDecision(rows, 'classify', (item, { by }) =>
    single('classify', item, question(item), reviewQuestion('stage'), {
      value: item.stage ?? NOT_USABLE,
      by,
    }),
  );

const filtered = ({ filtered: rows }: ReviewedRows): readonly Reviewable[] =>
  byDecision(rows, 'filter', (item, { label, by }) =>
    reviewQuestion('usable').choices.some(({ value }) => value === label)
      ? single('filter', item, question(item), reviewQuestion('usable'), { value: label, by })
      : undefined,
  );

const reformulated = ({ reformulated: rows }: ReviewedRows): readonly Reviewable[] =>
  byDecision(rows, 'reformulate', (item, { by }) =>
    // What a rule took over as it was needs no expert.
    item.query === undefined || by === 'rule'
      ? undefined
      : single(
          'reformulate',
          item,
          [...question(item), ...text('Query', item.query)],
          reviewQuestion('meaning-kept'),
          { value: 'yes', by },
        ),
  );

const documentText = ({ title, text: own }: Passage): string => (title ? `${title}\n\n${own}` : own);

const judged = ({ reasoned, passages, judged: rows, rule }: ReviewedRows): readonly Reviewable[] =>
  pairs(reasoned, passages, rows).map(({ item, passage, row }) => {
    const review = of(
      'judge',
      item,
      [
        ...text('Query', item.query ?? item.text),
        ...text('Reference answer', answerOf(item)),
        ...text('Reasoning', item.reasoning),
        ...text('Document', documentText(passage)),
      ],
      [reviewQuestion('answer-relevance'), reviewQuestion('reasoning-support')],
      passage.id,
    );
    return {
      item: review,
      labels: row.judges.flatMap(({ judge, answerRelevance, reasoningSupport }) => [
        { item: review.id, question: 'answer-relevance', value: String(answerRelevance), by: judge },
        { item: review.id, question: 'reasoning-support', value: String(reasoningSupport), by: judge },
      ]),
      uncertain: isUncertain(row, rule),
    };
  });

const isUncertain = ({ label, judges }: JudgedCandidate, rule: LabelRule): boolean =>
  label === 'unjudged' || new Set(judges.map((judge) => labelOf([judge], rule))).size > 1;

const caseQueries = ({ cases }: ReviewedRows): readonly Reviewable[] =>
  cases.map((item) =>
    single(
      'cases',
      item,
      [...text('Query', item.query), ...text('Diagnosis', answerOf(item)), ...text('Case report', item.text)],
      reviewQuestion('diagnosis-hidden'),
      { value: 'yes', by: decisionOf(item, 'cases')?.by ?? 'rule' },
    ),
  );

const casePairs = ({ cases, casePassages, caseJudged }: ReviewedRows): readonly Reviewable[] =>
  pairs(cases, casePassages, caseJudged).map(({ item, passage, row }) =>
    single(
      'cases',
      item,
      [
        ...text('Query', item.query),
        ...text('Diagnosis', answerOf(item)),
        ...text('Document', documentText(passage)),
      ],
      reviewQuestion('similar'),
      { value: row.label === 'relevant' ? 'yes' : 'no', by: row.by ?? 'rule' },
      passage.id,
    ),
  );

/** Pairs that were judged themselves, with their texts. */
const pairs = (
  items: readonly BuildItem[],
  passages: readonly Passage[],
  rows: readonly JudgedCandidate[],
): readonly { readonly item: BuildItem; readonly passage: Passage; readonly row: JudgedCandidate }[] => {
  const [itemOf, passageOf] = [
    new Map(items.map((item) => [item.id, item])),
    new Map(passages.map((passage) => [passage.id, passage])),
  ];
  return rows.flatMap((row) => {
    const [item, passage] = [itemOf.get(row.item), passageOf.get(row.passage)];
    return item && passage && row.duplicateOf === undefined ? [{ item, passage, row }] : [];
  });
};

const MAKE: Readonly<Record<ReviewedStep, (rows: ReviewedRows) => readonly Reviewable[]>> = {
  classify: classified,
  filter: filtered,
  reformulate: reformulated,
  judge: judged,
  cases: (rows) => [...caseQueries(rows), ...casePairs(rows)],
};

export const reviewables = (
  rows: ReviewedRows,
  steps: readonly ReviewedStep[] = REVIEWED_STEPS,
): readonly Reviewable[] =>
  REVIEWED_STEPS.filter((step) => steps.includes(step)).flatMap((step) => MAKE[step](rows));
