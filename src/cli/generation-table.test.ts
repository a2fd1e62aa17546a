import { describe, expect, it } from 'vitest';
import { queryId } from '../core/index.js';
import type { GenerationFailure, GenerationPlan } from '../search/generation/index.js';
import { askedNow, failureLines, money, planText } from './generation-table.js';

const failure = (id: string, change: Partial<GenerationFailure> = {}): GenerationFailure => ({
  id: queryId(id),
  sample: 0,
  kind: 'refused',
  reason: 'no',
  ...change,
});

const plan = (change: Partial<GenerationPlan> = {}): GenerationPlan => ({
  queries: 2,
  samples: 1,
  concurrency: 4,
  known: 2,
  kept: 1,
  further: 0,
  likelyFurther: 0,
  likely: { calls: 1, tokensIn: 1000, tokensOut: 400, usd: 0.005, seconds: 8 },
  atMost: { calls: 1, tokensIn: 1000, tokensOut: 9000, usd: 0.05, seconds: 90 },
  assumptions: {
    tokensPerText: 400,
    tokensPerReasonedText: 2500,
    tokensPerDocument: 300,
    tokensPerSecond: 50,
  },
  ...change,
});

describe('what was asked now', () => {
  it('counts what failed calls took', () => {
    expect(askedNow({ calls: 6, failed: 2, tokensIn: 1600, tokensOut: 300, usd: 0.0042 })).toBe(
      'Calls made now: 6, with 1,600 tokens in, 300 out, $0.0042. The table counts only calls that gave a text, earlier ones too.',
    );
  });
});

describe('money', () => {
  it.each([
    [undefined, '–'],
    [0, '$0.00'],
    [12.345, '$12.35'],
    [0.00123, '$0.0012'],
  ])('%s is printed as %s', (usd, text) => {
    expect(money(usd)).toBe(text);
  });
});

describe('failures', () => {
  it('are grouped by reason, the most frequent first', () => {
    const failures = [failure('a', { kind: 'empty' }), failure('b'), failure('c', { sample: 2 })];
    expect(failureLines('Biology', failures)).toEqual([
      'Biology: 2 failed, refused: no (b, c (sample 2))',
      'Biology: 1 failed, empty: no (a)',
    ]);
  });

  it('are not all listed when there are many', () => {
    const many = Array.from({ length: 9 }, (_, i) => failure(`q${i}`));
    expect(failureLines('Biology', many)).toEqual([
      'Biology: 9 failed, refused: no (q0, q1, q2, q3, q4 and 4 more)',
    ]);
    const reasons = Array.from({ length: 7 }, (_, i) => failure(`q${i}`, { reason: `${i}` }));
    expect(failureLines('Biology', reasons).at(-1)).toBe(
      'Biology: failures for 2 more reasons are in failures.jsonl',
    );
  });
});

describe('a plan in words', () => {
  it('has a line for all tasks when there are several', () => {
    const text = planText(
      [
        { task: 'A', plan: plan() },
        { task: 'B', plan: plan() },
      ],
      120,
    );
    expect(text).toMatch(/^All +4 +4 +2 +2 +2,000 +800 +\$0\.01 +16\.0 s$/m);
    expect(text).toMatch(/^All +2 +2,000 +18,000 +\$0\.10 +3 min 00 s$/m);
    expect(planText([{ task: 'A', plan: plan() }], 120)).not.toContain('All');
  });

  it('says what it takes for granted, and what it does not know', () => {
    const unknown = plan({ further: 30, atMost: { calls: 31, tokensIn: 1 } });
    const text = planText([{ task: 'A', plan: unknown }], 120);
    expect(text).toContain('400 new tokens a call');
    expect(text).toContain(
      'the 30 calls that may follow, which is not known here: set one with --max-tokens',
    );
    expect(text).toMatch(/^A +31 +1 +– +– +–$/m);
  });
});

it('an estimate adds up: calls are those that are cached and those that are new, with all that follow the first', () => {
  const further = plan({ queries: 9, known: 9, kept: 0, further: 36, likelyFurther: 36 });
  const text = planText(
    [{ task: 'Biology', plan: { ...further, likely: { ...further.likely, calls: 45 } } }],
    120,
  );
  expect(text).toMatch(/Biology +9 +45 +0 +45 /);
});
