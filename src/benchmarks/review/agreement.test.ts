import { describe, expect, it } from 'vitest';
import { reviewItem } from '../../../test/support/review-folder.js';
import type { ReviewItem, ReviewQuestion } from '../../experiment/record/index.js';
import { reviewAgreement } from './agreement.js';
import { agreementMarkdown, agreementTables } from './agreement-tables.js';
import { type ReviewState, reviewState } from './state.js';

const yesNo = (name: string, ordered = false): ReviewQuestion => ({
  ...{ name, text: name, ordered, reason: 'none' },
  choices: ['yes', 'no'].map((value) => ({ value, label: value })),
});

/** A review in which each item has the answers of anna and ben, and of others in this order. */
const answered = (
  items: readonly (readonly string[])[],
  more: (i: number) => Partial<ReviewItem> = () => ({}),
): ReviewState => {
  const names = ['anna', 'ben', 'carl'];
  const all = items.map((_, i) => ({
    ...reviewItem(`i${i}`, { questions: [yesNo('fits')], ...more(i) }),
    version: 'v',
  }));
  const state = reviewState(
    {
      ...{
        version: 1,
        id: 'x',
        title: 't',
        seed: 1,
        perItem: 2,
        shared: 0,
        adjudicate: 'disagreements',
        named: false,
      },
      people: names.map((name) => ({ name, role: 'reviewer' as const, active: true })),
      assignment: items.map((values, i) => ({
        item: `i${i}`,
        reviewers: names.filter((_, j) => (values[j] ?? '') !== ''),
        shared: false,
      })),
    },
    new Map(all.map((item) => [item.id, item])),
  );
  for (const [i, values] of items.entries())
    for (const [j, value] of values.entries())
      if (value)
        state.apply(names[j]!, {
          ...{ type: 'answer', sequence: i * 3 + j + 1, id: `a${i}-${j}`, at: '2026-01-01T00:00:00.000Z' },
          ...{ item: `i${i}`, version: 'v', seconds: 60 },
          ...(value === 'skip'
            ? { answers: [], skipped: 'unclear' }
            : { answers: all[i]!.questions.map(({ name }) => ({ question: name, value })) }),
        });
  return state;
};

const times = (count: number, values: readonly string[]) => Array.from({ length: count }, () => values);

/** 17 both yes, 1 both no, 1 each way: agreement 0.9 while kappa is low, since most answers are yes. */
const SKEWED = [...times(17, ['yes', 'yes']), ['no', 'no'], ['yes', 'no'], ['no', 'yes']];

describe('agreement of reviewers', () => {
  it('is what a calculation by hand gives', () => {
    const { questions, compared } = reviewAgreement(answered(SKEWED));
    const [{ over, report }] = questions as [(typeof questions)[number]];
    const { percent, cohen, fleiss, alphaNominal, ac1 } = report.coefficients;
    expect({ over, compared }).toEqual({ over: 'fits', compared: 20 });
    expect(percent.value).toBeCloseTo(0.9, 12);
    // By chance: 0.9 · 0.9 + 0.1 · 0.1 = 0.82.
    expect(cohen.value).toBeCloseTo((0.9 - 0.82) / 0.18, 12);
    expect(fleiss.value).toBeCloseTo(0.4444, 4);
    expect(alphaNominal.value).toBeCloseTo(0.4583, 4);
    // By chance: 2 · 0.9 · 0.1 = 0.18.
    expect(ac1.value).toBeCloseTo((0.9 - 0.18) / 0.82, 12);
    expect(percent.interval!.low).toBeLessThan(0.9);
    expect(percent.interval!.high).toBeGreaterThan(0.9);
  });

  it('leaves out skipped items, and needs two answers', () => {
    const state = answered([
      ['yes', 'skip'],
      ['yes', ''],
      ['yes', 'yes'],
      ['no', 'no'],
    ]);
    const { compared, questions, reviewers } = reviewAgreement(state);
    expect(compared).toBe(2);
    expect(questions[0]!.report.coefficients.percent.value).toBe(1);
    expect(reviewers).toMatchObject([
      { reviewer: 'anna', answered: 4, skipped: 0, medianSeconds: 60, totalSeconds: 240 },
      { reviewer: 'ben', answered: 2, skipped: 1 },
      { reviewer: 'carl', answered: 0 },
    ]);
  });

  it('is given by group, by pair, and over all where questions have the same answers', () => {
    const groups = ['heart', 'lung'];
    const items = [...times(2, ['yes', 'yes', 'no']), ...times(2, ['no', 'no', 'no'])];
    const same = reviewAgreement(
      answered(items, (i) => ({ group: groups[i % 2]!, questions: [yesNo('a'), yesNo('b')] })),
    );
    expect(same.overall!.report.comparedItems).toBe(8);
    expect(same.questions.map(({ over }) => over)).toEqual(['a', 'b']);
    expect(same.groups.map(({ over }) => over)).toEqual(['heart: a', 'lung: a', 'heart: b', 'lung: b']);
    const pairs = Object.fromEntries(
      same.pairs.map(({ over, report }) => [over, report.coefficients.percent.value]),
    );
    expect(pairs).toMatchObject({ 'anna – ben: a': 1, 'anna – carl: a': 0.5, 'ben – carl: b': 0.5 });
    const graded: ReviewQuestion = {
      ...yesNo('b'),
      choices: ['yes', 'no', 'maybe'].map((value) => ({ value, label: value })),
    };
    const other = reviewAgreement(answered(items, () => ({ questions: [yesNo('a'), graded] })));
    expect(other.overall).toBeUndefined();
  });

  it('uses the order of answers only where they have one', () => {
    const figure = (ordered: boolean) =>
      reviewAgreement(answered(SKEWED, () => ({ questions: [yesNo('fits', ordered)] }))).questions[0]!.report
        .coefficients.alphaOrdinal;
    expect(figure(true).value).toBeCloseTo(0.4583, 4);
    expect(figure(false)).toEqual({ reason: 'the answers have no order' });
  });

  it('says how often the review overturned a model, and in which direction', () => {
    const labels = SKEWED.map((_, i) => ({
      item: `i${i}`,
      question: 'fits',
      value: i < 16 ? 'yes' : 'no',
      by: 'judge',
    }));
    const [row] = reviewAgreement(answered(SKEWED), labels).models;
    // Items 0 to 16 are decided yes, 17 no; 18 and 19 are undecided. Item 16 was labelled no.
    expect(row).toMatchObject({ by: 'judge', decided: 18, overturned: 1, rate: 1 / 18 });
    expect(row!.changes).toEqual([{ from: 'no', to: 'yes', items: 1 }]);
    expect(row!.report.coefficients.percent.value).toBeCloseTo(17 / 18, 12);
    const [anna, ben] = row!.reviewers;
    expect(agreementTables(reviewAgreement(answered(SKEWED), labels)).map(({ title }) => title)).toContain(
      'Reviewers against models and rules',
    );
    // anna differs on 16 and 18, ben on 16 and 19.
    expect([anna!.report.coefficients.percent.value, ben!.report.coefficients.percent.value]).toEqual([
      0.9, 0.9,
    ]);
  });

  it('names the items that decide most', () => {
    const state = answered([
      ['yes', 'no'],
      ['yes', 'yes'],
      ['yes', ''],
      ['yes', 'yes', 'no'],
    ]);
    expect(reviewAgreement(state).deciding.map(({ item, why }) => [item, why])).toEqual([
      ['i0', 'tied'],
      ['i3', 'one-vote'],
      ['i2', 'one-rating'],
    ]);
  });

  it('is printed with intervals, as tables and as Markdown', () => {
    const found = reviewAgreement(answered(SKEWED));
    const titles = agreementTables(found).map(({ title }) => title);
    expect(titles).toEqual(['Reviewers with each other', 'Time', 'Items that decide most (2 of 2)']);
    expect(agreementMarkdown(found)).toMatch(/\| fits \| 20 \| 0\.90 \\\[0\.\d\d, 1\.00\\\] \| 0\.44 /);
    expect(agreementTables(reviewAgreement(answered([])))[0]!.title).toBe('Time');
  });
});
