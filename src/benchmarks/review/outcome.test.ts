import { describe, expect, it } from 'vitest';
import { reviewItem } from '../../../test/support/review-folder.js';
import { basisOf, type DecisionRules, type ItemAnswers, outcomeOf } from './outcome.js';
import type { AnswerEvent, DecisionEvent } from './trail.js';

const common = { at: '2026-01-01T00:00:00.000Z', item: 'i', version: 'v', seconds: 1 };

/** What reviewers a, b, c, … said: a value, a skip, or nothing yet. */
const said = (...values: readonly (string | undefined)[]): ItemAnswers => {
  const names = values.map((_, i) => 'abcdef'[i]!);
  const events = values.flatMap((value, i): readonly (readonly [string, AnswerEvent])[] => {
    if (value === undefined) return [];
    const event = { ...common, type: 'answer' as const, sequence: i + 1, id: `id-${i}` };
    const answers = [{ question: 'relevance', value }];
    return [
      [names[i]!, value === 'skip' ? { ...event, answers: [], skipped: 'why' } : { ...event, answers }],
    ];
  });
  return { item: reviewItem('i'), reviewers: names, answers: new Map(events) };
};

const decided = (known: ItemAnswers, value: string, basis = basisOf(known)): ItemAnswers => {
  const decisions = [{ question: 'relevance', value, reason: 'read again' }];
  const decision: DecisionEvent = { ...common, type: 'decision', sequence: 9, id: 'id-9', basis, decisions };
  return { ...known, decision };
};

const ALONE: DecisionRules = { perItem: 2, adjudicate: 'disagreements', hasAdjudicator: false };
const JUDGED: DecisionRules = { ...ALONE, hasAdjudicator: true };

const rule = (known: ItemAnswers, rules: DecisionRules): string => {
  const { state, decisions } = outcomeOf(known, rules);
  return [state, ...decisions.map((each) => `${each.value} ${each.rule}`)].join(', ');
};

describe('what answers decide', () => {
  it.each([
    ['waits for all reviewers', said('yes', undefined), JUDGED, 'waiting'],
    ['all agree', said('yes', 'yes'), JUDGED, 'agreed, yes unanimous'],
    ['two differ', said('yes', 'no'), JUDGED, 'open'],
    ['two differ without an adjudicator', said('yes', 'no'), ALONE, 'undecided'],
    ['most agree without an adjudicator', said('yes', 'no', 'yes'), ALONE, 'agreed, yes majority'],
    ['most agree with an adjudicator', said('yes', 'no', 'yes'), JUDGED, 'open'],
    [
      'most agree where only ties are adjudicated',
      said('yes', 'no', 'yes'),
      { ...JUDGED, adjudicate: 'ties' as const },
      'agreed, yes majority',
    ],
    [
      'half is no majority',
      said('yes', 'no', 'yes', 'no'),
      { ...JUDGED, adjudicate: 'ties' as const },
      'open',
    ],
    ['one answer and a skip', said('yes', 'skip'), JUDGED, 'open'],
    ['one answer and a skip without an adjudicator', said('yes', 'skip'), ALONE, 'undecided'],
    ['one answer where one was planned', said('yes'), { ...JUDGED, perItem: 1 }, 'agreed, yes unanimous'],
    ['only skips', said('skip', 'skip'), JUDGED, 'open'],
    ['the adjudicator', decided(said('yes', 'no'), 'partly'), JUDGED, 'decided, partly adjudicated'],
    ['an adjudicator who left', decided(said('yes', 'no'), 'no'), ALONE, 'decided, no adjudicated'],
    ['a decision about other answers', decided(said('yes', 'no'), 'no', 'other'), JUDGED, 'open'],
  ])('%s', (_, known, rules, expected) => {
    expect(rule(known, rules)).toBe(expected);
  });

  it('says which questions are disputed, and decides the others', () => {
    const [question] = reviewItem('i').questions;
    const item = reviewItem('i', { questions: [question!, { ...question!, name: 'second' }] });
    const answers = new Map(
      [...said('yes', 'no').answers].map(([name, event]) => [
        name,
        { ...event, answers: [...event.answers, { question: 'second', value: 'yes' }] },
      ]),
    );
    expect(outcomeOf({ item, reviewers: ['a', 'b'], answers }, JUDGED)).toEqual({
      state: 'open',
      disputed: ['relevance'],
      decisions: [{ item: 'i', question: 'second', value: 'yes', rule: 'unanimous' }],
    });
  });
});
