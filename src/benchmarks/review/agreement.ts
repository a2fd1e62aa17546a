import { defined, groupBy } from '../../core/index.js';
import {
  type AgreementReport,
  agreement,
  agreementOfPairs,
  type DecidingItem,
  decidingItems,
  type Interval,
  type IntervalOptions,
  interval,
  type Rating,
} from '../../evaluation/statistics/index.js';
import type { ModelLabel, ReviewQuestion } from '../../experiment/record/index.js';
import type { ReviewState } from './state.js';
import { medianSeconds } from './trail.js';

export interface ReviewAgreementRow {
  readonly over: string;
  readonly report: AgreementReport;
}

/** How often the review came to something else than a model or rule did before. */
export interface OverturnRow {
  readonly over: string;
  readonly by: string;
  /** Its labels of items that the review has decided. */
  readonly decided: number;
  readonly overturned: number;
  readonly rate?: number;
  /** 95 % bootstrap over items. */
  readonly interval?: Interval;
  readonly report: AgreementReport;
  readonly reviewers: readonly { readonly reviewer: string; readonly report: AgreementReport }[];
  /** What became of each label. */
  readonly changes: readonly { readonly from: string; readonly to: string; readonly items: number }[];
}

/** How far the reviewers agree, with each other and with what models decided before; and what it took. */
export interface ReviewAgreement {
  readonly items: number;
  /** Items with answers of at least two reviewers. */
  readonly compared: number;
  readonly seed: number;
  readonly samples: number;
  /** All answers together; absent where questions have different answers. */
  readonly overall?: ReviewAgreementRow;
  /** By step and question. */
  readonly questions: readonly ReviewAgreementRow[];
  /** By group, such as the body system, and question. */
  readonly groups: readonly ReviewAgreementRow[];
  /** Every two reviewers, by question. */
  readonly pairs: readonly ReviewAgreementRow[];
  readonly models: readonly OverturnRow[];
  readonly reviewers: readonly {
    readonly reviewer: string;
    readonly answered: number;
    readonly skipped: number;
    readonly medianSeconds?: number;
    readonly totalSeconds: number;
  }[];
  /** Items whose next answer or discussion decides most, by question, most urgent first. */
  readonly deciding: readonly (DecidingItem & { readonly over: string })[];
}

interface ReviewRating extends Rating {
  readonly value: string;
  readonly scale: Scale;
  readonly group: string | undefined;
}

/** A question of a step: items that have it are compared with each other. */
interface Scale {
  readonly over: string;
  readonly values: readonly string[];
  readonly ordered: boolean;
}

/**
 * How far reviewers agree. The answers are those that count now, before adjudication; skipped items count for none. Intervals are bootstrap over items:
 * `options` are those of every bootstrap.
 */
export const reviewAgreement = (
  state: ReviewState,
  labels: readonly ModelLabel[] = [],
  options: IntervalOptions = {},
): ReviewAgreement => {
  const scales = scalesOf(state);
  const ratings = ratingsOf(state, scales);
  const rowOf = (over: string, own: readonly ReviewRating[], scale: Scale): ReviewAgreementRow => ({
    over,
    report: agreementOn(scale, own, options),
  });
  const byQuestion = [...groupBy(ratings, ({ scale }) => scale)].sort(([a], [b]) =>
    a.over < b.over ? -1 : 1,
  );
  const byItem = groupBy(ratings, ({ item }) => item);
  const scaleKeys = new Set(byQuestion.map(([{ values, ordered }]) => JSON.stringify([values, ordered])));
  const [first] = byQuestion;
  const { samples, seed } = agreement([], options);
  return {
    items: state.items.size,
    compared: [...byItem.values()].filter((own) => new Set(own.map(({ rater }) => rater)).size > 1).length,
    ...{ seed, samples },
    ...(first && scaleKeys.size === 1 && { overall: rowOf('all', unitsOf(ratings), first[0]) }),
    questions: byQuestion.map(([scale, own]) => rowOf(scale.over, own, scale)),
    groups: byQuestion.flatMap(([scale, own]) =>
      [...groupBy(own, ({ group }) => group)]
        .flatMap(([group, members]) => (group === undefined ? [] : [{ group, members }]))
        .sort((a, b) => (a.group < b.group ? -1 : 1))
        .map(({ group, members }) =>
          rowOf(byQuestion.length > 1 ? `${group}: ${scale.over}` : group, members, scale),
        ),
    ),
    pairs: byQuestion.flatMap(([scale, own]) =>
      agreementOfPairs(own, { ...options, categories: scale.values }).map(({ raters, report }) => ({
        over: `${raters.join(' – ')}${byQuestion.length > 1 ? `: ${scale.over}` : ''}`,
        report: withOrderOf(scale, report),
      })),
    ),
    models: overturns(state, labels, byQuestion, scales, options),
    reviewers: state.plan.people
      .filter(({ role }) => role === 'reviewer')
      .map(({ name }) => effortOf(state, name)),
    deciding: byQuestion
      .flatMap(([{ over }, own]) => decidingItems(own).map((each) => ({ ...each, over })))
      .filter(({ item }) => state.outcome(item).state !== 'decided')
      .sort((a, b) => URGENCY.indexOf(a.why) - URGENCY.indexOf(b.why) || b.disagreement - a.disagreement),
  };
};

/** Of several questions: what decides most, first. */
const URGENCY: readonly DecidingItem['why'][] = ['tied', 'one-vote', 'one-rating', 'disagreement'];

/** Of several questions about one item each is an item of its own. */
const unitsOf = (ratings: readonly ReviewRating[]): readonly ReviewRating[] =>
  ratings.map((rating) => ({ ...rating, item: JSON.stringify([rating.item, rating.scale.over]) }));

type Scales = ReadonlyMap<string, Scale>;
const scaleKey = (step: string, question: string): string => JSON.stringify([step, question]);

/** Every question by step and name. Where items of a step ask the same question with other answers, all of these count. */
const scalesOf = ({ items }: ReviewState): Scales => {
  const asked = [...items.values()].flatMap(({ step, questions }) =>
    questions.map((question) => ({ step, question })),
  );
  const steps = new Set(asked.map(({ step }) => step));
  return new Map(
    [...groupBy(asked, ({ step, question }) => scaleKey(step, question.name))].map(([key, same]) => {
      const [{ step, question }] = same as [(typeof same)[number]];
      const over = steps.size > 1 ? `${step}: ${question.name}` : question.name;
      return [key, { over, ...valuesOf(same.map((each) => each.question)) }];
    }),
  );
};

const valuesOf = (questions: readonly ReviewQuestion[]): Pick<Scale, 'values' | 'ordered'> => ({
  values: [...new Set(questions.flatMap(({ choices }) => choices.map(({ value }) => value)))],
  ordered: questions.every(
    ({ ordered, choices }) =>
      ordered &&
      choices.map(({ value }) => value).join('\n') ===
        questions[0]!.choices.map(({ value }) => value).join('\n'),
  ),
});

const ratingsOf = (state: ReviewState, scales: Scales): readonly ReviewRating[] =>
  [...state.items.values()].flatMap(({ id, step, group }) =>
    [...state.answersTo(id).answers].flatMap(([rater, { answers }]) =>
      answers.map(({ question, value }) => ({
        ...{ item: id, rater, value, group },
        scale: scales.get(scaleKey(step, question))!,
      })),
    ),
  );

/** Coefficients that need an order of the values. */
const BY_ORDER = [
  ...([
    'cohenLinear',
    'cohenQuadratic',
    'alphaOrdinal',
    'alphaInterval',
    'ac2Linear',
    'ac2Quadratic',
  ] as const),
];

const agreementOn = (scale: Scale, ratings: readonly Rating[], options: IntervalOptions): AgreementReport =>
  withOrderOf(scale, agreement(ratings, { ...options, categories: scale.values }));

/** The categories are given in some order, since they count also where no reviewer chose them; for some questions it means nothing. */
const withOrderOf = ({ ordered }: Scale, report: AgreementReport): AgreementReport => {
  if (ordered) return report;
  const none = BY_ORDER.map((name) => [name, { reason: 'the answers have no order' }] as const);
  return { ...report, coefficients: { ...report.coefficients, ...Object.fromEntries(none) } };
};

const overturns = (
  state: ReviewState,
  labels: readonly ModelLabel[],
  byQuestion: readonly (readonly [Scale, readonly ReviewRating[]])[],
  scales: Scales,
  options: IntervalOptions,
): readonly OverturnRow[] => {
  const decided = new Map(
    state.decisions().map((each) => [JSON.stringify([each.item, each.question]), each.value]),
  );
  const sorted = labels.map((label) => ({
    ...label,
    scale: scales.get(scaleKey(state.items.get(label.item)!.step, label.question))!,
    decision: decided.get(JSON.stringify([label.item, label.question])),
  }));
  return [...groupBy(sorted, ({ scale, by }) => JSON.stringify([scale.over, by]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]): OverturnRow => {
      const { scale, by } = own[0]!;
      const settled = own.filter(({ decision }) => decision !== undefined);
      const differs = settled.map(({ value, decision }) => (value === decision ? 0 : 1));
      const overturned = differs.reduce<number>((sum, one) => sum + one, 0);
      const model = own.map(({ item, value }) => ({ item, rater: 'label', value }));
      const answers = byQuestion.find(([each]) => each === scale)?.[1] ?? [];
      return {
        ...{ over: scale.over, by, decided: settled.length, overturned },
        ...(settled.length > 0 && { rate: overturned / settled.length }),
        ...(settled.length > 1 && { interval: interval(differs, options) }),
        report: agreementOn(
          scale,
          settled.flatMap(({ item, value, decision }) => [
            { item, rater: 'label', value },
            { item, rater: 'decision', value: decision! },
          ]),
          options,
        ),
        reviewers: [...groupBy(answers, ({ rater }) => rater)].map(([reviewer, theirs]) => ({
          reviewer,
          report: agreementOn(scale, bothRated(theirs, model), options),
        })),
        changes: [...groupBy(settled, ({ value, decision }) => JSON.stringify([value, decision])).values()]
          .map((same) => ({ from: same[0]!.value, to: same[0]!.decision!, items: same.length }))
          .filter(({ from, to }) => from !== to)
          .sort((a, b) => b.items - a.items || (a.from + a.to < b.from + b.to ? -1 : 1)),
      };
    });
};

/** A reviewer's answers and a model's labels, of the items that have both. */
const bothRated = (answers: readonly Rating[], labels: readonly Rating[]): readonly Rating[] => {
  const [answered, labelled] = [answers, labels].map((own) => new Set(own.map(({ item }) => item)));
  return [...answers.map((each) => ({ ...each, rater: 'reviewer' })), ...labels].filter(
    ({ item }) => answered!.has(item) && labelled!.has(item),
  );
};

const effortOf = (state: ReviewState, reviewer: string): ReviewAgreement['reviewers'][number] => {
  const events = state.eventsOf(reviewer).filter((event) => event.type === 'answer');
  const own = state.itemsOf(reviewer).flatMap((item) => state.answersTo(item).answers.get(reviewer) ?? []);
  const median = medianSeconds(events);
  return {
    reviewer,
    answered: own.filter(({ skipped }) => skipped === undefined).length,
    skipped: own.filter(({ skipped }) => skipped !== undefined).length,
    ...defined({ medianSeconds: median }),
    totalSeconds: events.reduce((sum, { seconds }) => sum + seconds, 0),
  };
};
