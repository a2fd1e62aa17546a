import type { ModelLabel, ReviewItem } from '../../../experiment/record/index.js';
import type { BuildItem, Decision, JudgedCandidate, Passage } from '../item.js';
import { type LabelRule, labelOf } from '../judge/grades.js';
import { pairId } from '../judge/judge-figures.js';
import { NOT_USABLE, type QuestionName, reviewQuestion } from './questions.js';
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

export const decisionOf = ({ trail }: BuildItem, step: string): Decision | undefined =>
  trail.findLast((decision) => decision.step === step);

/** A decision as experts see it: texts by their labels, and what models or rules answered to the questions about it. */
const reviewable = (
  step: ReviewedStep,
  item: BuildItem,
  texts: Readonly<Record<string, string | undefined>>,
  questions: readonly QuestionName[],
  labels: readonly Omit<ModelLabel, 'item'>[],
  { passage, uncertain = false }: { readonly passage?: string; readonly uncertain?: boolean } = {},
): Reviewable => {
  const id = reviewId(step, item.id, passage);
  const shown = Object.entries(texts).flatMap(([label, text]) => (text ? [{ label, text }] : []));
  const group = item.bodySystem ?? item.family;
  return {
    item: { id, step, group, texts: shown, questions: questions.map(reviewQuestion) },
    labels: labels.map((label) => ({ item: id, ...label })),
    uncertain,
  };
};

const answerOf = ({ answer, diagnosis }: BuildItem): string | undefined => answer ?? diagnosis?.name;

const questionTexts = (item: BuildItem) => ({
  Question: item.text,
  Options: item.options?.map(({ label, text }) => `${label}. ${text}`).join('\n'),
  'Reference answer': answerOf(item),
});

const documentText = ({ title, text }: Passage): string => (title ? `${title}\n\n${text}` : text);

const isUncertain = ({ label, judges }: JudgedCandidate, rule: LabelRule): boolean =>
  label === 'unjudged' || new Set(judges.map((judge) => labelOf([judge], rule))).size > 1;

/** Items with what a step decided last about them. */
const decidedBy = (items: readonly BuildItem[], step: ReviewedStep) =>
  items.flatMap((item) => {
    const decision = decisionOf(item, step);
    return decision ? [{ item, ...decision }] : [];
  });

/** Pairs that were judged themselves, with their texts. */
const pairs = (
  items: readonly BuildItem[],
  passages: readonly Passage[],
  rows: readonly JudgedCandidate[],
) => {
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const passageOf = new Map(passages.map((passage) => [passage.id, passage]));
  return rows.flatMap((row) => {
    const [item, passage] = [itemOf.get(row.item), passageOf.get(row.passage)];
    return item && passage && row.duplicateOf === undefined ? [{ item, passage, row }] : [];
  });
};

const MAKE: Readonly<Record<ReviewedStep, (rows: ReviewedRows) => readonly Reviewable[]>> = {
  classify: ({ classified }) =>
    decidedBy(classified, 'classify').map(({ item, by }) => {
      const label = { question: 'stage', value: item.stage ?? NOT_USABLE, by };
      return reviewable('classify', item, questionTexts(item), ['stage'], [label]);
    }),
  filter: ({ filtered }) =>
    decidedBy(filtered, 'filter')
      .filter(({ label }) => reviewQuestion('usable').choices.some(({ value }) => value === label))
      .map(({ item, label: value, by }) =>
        reviewable('filter', item, questionTexts(item), ['usable'], [{ question: 'usable', value, by }]),
      ),
  reformulate: ({ reformulated }) =>
    decidedBy(reformulated, 'reformulate')
      // What a rule took over as it was needs no expert.
      .filter(({ item, by }) => item.query !== undefined && by !== 'rule')
      .map(({ item, by }) => {
        const texts = { ...questionTexts(item), Query: item.query };
        const label = { question: 'meaning-kept', value: 'yes', by };
        return reviewable('reformulate', item, texts, ['meaning-kept'], [label]);
      }),
  judge: ({ reasoned, passages, judged, rule }) =>
    pairs(reasoned, passages, judged).map(({ item, passage, row }) =>
      reviewable(
        'judge',
        item,
        {
          Query: item.query ?? item.text,
          'Reference answer': answerOf(item),
          Reasoning: item.reasoning,
          Document: documentText(passage),
        },
        ['answer-relevance', 'reasoning-support'],
        row.judges.flatMap(({ judge: by, answerRelevance, reasoningSupport }) => [
          { question: 'answer-relevance', value: String(answerRelevance), by },
          { question: 'reasoning-support', value: String(reasoningSupport), by },
        ]),
        { passage: passage.id, uncertain: isUncertain(row, rule) },
      ),
    ),
  cases: ({ cases, casePassages, caseJudged }) => [
    ...cases.map((item) => {
      const texts = { Query: item.query, Diagnosis: answerOf(item), 'Case report': item.text };
      const label = {
        question: 'diagnosis-hidden',
        value: 'yes',
        by: decisionOf(item, 'cases')?.by ?? 'rule',
      };
      return reviewable('cases', item, texts, ['diagnosis-hidden'], [label]);
    }),
    ...pairs(cases, casePassages, caseJudged).map(({ item, passage, row }) => {
      const texts = { Query: item.query, Diagnosis: answerOf(item), Document: documentText(passage) };
      const value = row.label === 'relevant' ? 'yes' : 'no';
      const label = { question: 'similar', value, by: row.by ?? 'rule' };
      return reviewable('cases', item, texts, ['similar'], [label], { passage: passage.id });
    }),
  ],
};

export const reviewables = (
  rows: ReviewedRows,
  steps: readonly ReviewedStep[] = REVIEWED_STEPS,
): readonly Reviewable[] =>
  REVIEWED_STEPS.filter((step) => steps.includes(step)).flatMap((step) => MAKE[step](rows));
