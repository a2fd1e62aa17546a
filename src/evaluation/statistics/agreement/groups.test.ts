import { describe, expect, it } from 'vitest';
import { agreement } from './agreement.js';
import { confusionTable } from './confusion.js';
import { decidingItems } from './deciding-items.js';
import { agreementBy, agreementOfPairs } from './groups.js';

const QUICK = { samples: 20 };

const ratings = [
  ['q1', 'ada', 'yes', 'heart'],
  ['q1', 'ben', 'yes', 'heart'],
  ['q1', 'model', 'no', 'heart'],
  ['q2', 'ada', 'no', 'heart'],
  ['q2', 'ben', 'yes', 'heart'],
  ['q3', 'ada', 'no', 'lung'],
  ['q3', 'model', 'no', 'lung'],
  ['q4', 'ben', 'no', undefined],
  ['q4', 'model', 'yes', undefined],
].map(([item, rater, value, system]) => ({ item: item!, rater: rater!, value: value!, system }));

describe('agreement by group', () => {
  it('is the agreement of each group alone, keys in order, ratings without a key left out', () => {
    const found = agreementBy(ratings, ({ system }) => system, QUICK);
    expect(found.map(({ key }) => key)).toEqual(['heart', 'lung']);
    const heart = ratings.filter(({ system }) => system === 'heart');
    expect(found[0]!.report).toEqual(agreement(heart, QUICK));
    expect(found[0]!.report.coefficients.percent.value).toBe(1 / 4);
  });

  it('of pairs of raters is that of the items both rated', () => {
    const found = agreementOfPairs(ratings, QUICK);
    expect(found.map(({ raters, report }) => [...raters, report.items])).toEqual([
      ['ada', 'ben', 2],
      ['ada', 'model', 2],
      ['ben', 'model', 2],
    ]);
    expect(found[0]!.report.coefficients.cohen.value).toBe(0);
  });

  it('against one rater names that rater second', () => {
    const found = agreementOfPairs(ratings, { ...QUICK, against: 'model' });
    expect(found.map(({ raters }) => raters)).toEqual([
      ['ada', 'model'],
      ['ben', 'model'],
    ]);
    expect(agreementOfPairs(ratings, { ...QUICK, against: 'nobody' })).toEqual([]);
  });
});

describe('a confusion table', () => {
  it('has the first rater in rows and the second in columns', () => {
    expect(confusionTable(ratings, ['ada', 'ben'], ['yes', 'no'])).toEqual({
      raters: ['ada', 'ben'],
      categories: ['yes', 'no'],
      counts: [
        [1, 0],
        [1, 0],
      ],
      items: 2,
    });
  });

  it('is empty for raters that share no item', () => {
    expect(confusionTable(ratings, ['ada', 'nobody']).items).toBe(0);
  });
});

describe('items that decide most', () => {
  const votes = (item: string, values: string) =>
    [...values].flatMap((value, rater) => (value === '.' ? [] : [{ item, rater: `r${rater}`, value }]));
  const found = decidingItems([
    ...votes('settled', 'aaaaa'),
    ...votes('safe', 'aaaab'),
    ...votes('narrow', 'aaabb'),
    ...votes('narrow, one missing', 'aab..'),
    ...votes('tied', 'aabb.'),
    ...votes('tied, three values', 'abc..'),
    ...votes('alone', '.a...'),
    ...votes('two agree', 'aa...'),
  ]);

  it('are ties first, then one vote, one rating, and other disagreement', () => {
    expect(found.map(({ item, why }) => [item, why])).toEqual([
      ['tied, three values', 'tied'],
      ['tied', 'tied'],
      ['narrow, one missing', 'one-vote'],
      ['narrow', 'one-vote'],
      ['alone', 'one-rating'],
      ['safe', 'disagreement'],
    ]);
  });

  it('say who voted for what, who has not, and whether that could matter', () => {
    expect(found[2]).toEqual({
      item: 'narrow, one missing',
      why: 'one-vote',
      label: 'a',
      votes: [
        { value: 'a', raters: ['r0', 'r1'] },
        { value: 'b', raters: ['r2'] },
      ],
      disagreement: 1 - 1 / 3,
      missing: ['r3', 'r4'],
      missingDecides: true,
    });
    expect(found[1]).toMatchObject({ missing: ['r4'], missingDecides: true });
    expect(found[1]!.label).toBeUndefined();
    expect(found[3]).toMatchObject({ missing: [], missingDecides: false });
  });

  it('in a change of the order of ratings are the same', () => {
    expect(decidingItems([...ratings].reverse())).toEqual(decidingItems(ratings));
  });
});
