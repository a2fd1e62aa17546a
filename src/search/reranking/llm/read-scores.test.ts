import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScore, readScores } from './read-scores.js';
import { newTally } from './tally.js';

describe('a score is read', () => {
  const read = (answer: string) => {
    const tally = newTally();
    return { score: readScore(answer, tally), unparsed: tally.unparsed };
  };

  it.each([
    ['Score: 8', 8],
    ['Score: 0', 0],
    ['score: 10', 10],
    ['8', 8],
    ['8.', 8],
    ['7.5', 7.5],
    ['**8**', 8],
    ['**Score:** 8/10', 8],
    ['Score: **10**/10', 10],
    ['8/10', 8],
    ['10/10', 10],
    ['8 out of 10', 8],
    ['<score>8</score>', 8],
    ['{"score": 8}', 8],
    ['{"reason": "3 of 4 facts", "score": 8}', 8],
    ['Score (0-10): 8', 8],
    ['I would say 8.', 8],
    ['Vitamin B12 is named once.\nScore: 2', 2],
    ['Score: 3\nOn reflection, it names the drug.\nScore: 9', 9],
    ['Score = 4', 4],
    ['Score:8', 8],
    ['\n\n  7\n', 7],
    ['6 … 6', 6],
  ])('from %j', (answer, score) => {
    expect(read(answer)).toEqual({ score, unparsed: 0 });
  });

  it.each([
    '',
    'high',
    'Score: high',
    'Score: -3',
    'Score: 11',
    'Score: 95',
    '7-8',
    '7–8',
    '7,5',
    '3 facts of 4 fit',
    'B12',
    '1e1',
    '85%, so 9 at least',
    '9/100',
    'NaN',
    'Score: NaN\n[1] names the drug',
    '**Score:** N/A, as it has 1 fact only',
    '<score>None</score> of the 2',
    '٣',
    '9'.repeat(400),
  ])('not from %j', (answer) => {
    expect(read(answer)).toEqual({ score: undefined, unparsed: 1 });
  });

  it('on the scale or not at all, from anything', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.double().map(String), fc.constant('Score: '));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { score, unparsed } = read(pieces.join(''));
        expect(unparsed).toBe(score === undefined ? 1 : 0);
        if (score !== undefined) expect(score >= 0 && score <= 10).toBe(true);
      }),
    );
  });
});

describe('scores of a group are read', () => {
  const read = (answer: string, count = 3) => {
    const tally = newTally();
    const scores = readScores(answer, count, tally);
    const { unparsed, missing, repeated, unknown } = tally;
    return { scores, unparsed, missing, repeated, unknown };
  };
  const NOTHING = { unparsed: 0, missing: 0, repeated: 0, unknown: 0 };
  const scores = (...values: (number | undefined)[]) => ({ ...NOTHING, scores: values });

  it.each([
    ['as asked for', '<reason>so</reason><answer>{"[1]": 7, "[2]": 0, "[3]": 10}</answer>'],
    ['over lines', '<reason>so</reason>\n<answer>\n{\n  "[1]": 7,\n  "[2]": 0,\n  "[3]": 10\n}\n</answer>\n'],
    ['without a reason', '<answer>{"[1]":7,"[2]":0,"[3]":10}</answer>'],
    ['without tags', '{"[1]": 7, "[2]": 0, "[3]": 10}'],
    ['in a fence', 'Here:\n```json\n{"[1]": 7, "[2]": 0, "[3]": 10}\n```'],
    ['in a fence in tags', '<answer>```json\n{"[1]": 7, "[2]": 0, "[3]": 10}\n```</answer>'],
    ['without brackets', '<answer>{"1": 7, "2": 0, "3": 10}</answer>'],
    ['without quotes', '<answer>{[1]: 7, [2]: 0, [3]: 10}</answer>'],
    ['with single quotes', "<answer>{'[1]': 7, '[2]': 0, '[3]': 10}</answer>"],
    ['with scores as text', '<answer>{"[1]": "7", "[2]": "0", "[3]": "10"}</answer>'],
    ['out of ten', '<answer>{"[1]": 7/10, "[2]": "0/10", "[3]": 10 / 10}</answer>'],
    ['with a comma too many', '<answer>{"[1]": 7, "[2]": 0, "[3]": 10,}</answer>'],
    ['without braces', '<answer>[1]: 7\n[2]: 0\n[3]: 10</answer>'],
    ['without a closing tag', '<answer>{"[1]": 7, "[2]": 0, "[3]": 10}'],
    ['in another order', '<answer>{"[3]": 10, "[2]": 0, "[1]": 7}</answer>'],
    [
      'from the last answer',
      '<answer>{"[1]": 1, "[2]": 1}</answer> or <answer>{"[1]": 7, "[2]": 0, "[3]": 10}</answer>',
    ],
    [
      'after reasons in braces',
      '<reason>{"[1]": 2}</reason><answer>{"[1]": 7, "[2]": 0, "[3]": 10}</answer>',
    ],
  ])('%s', (_, answer) => {
    expect(read(answer)).toEqual(scores(7, 0, 10));
  });

  it('as fractions too', () => {
    expect(read('<answer>{"[1]": 7.5, "[2]": 0.0, "[3]": 10.0}</answer>')).toEqual(scores(7.5, 0, 10));
  });

  it('as far as they go, and the rest counted', () => {
    expect(read('<answer>{"[2]": 5}</answer>')).toEqual({ ...scores(undefined, 5, undefined), missing: 2 });
    expect(read('<answer>{"[2]": 5, "[4]": 9, "[0]": 9}</answer>')).toMatchObject({ missing: 2, unknown: 2 });
    expect(read('<answer>{"[1]": 5, "[1]": 6, "[2]": 1, "[3]": 1}</answer>')).toEqual({
      ...scores(6, 1, 1),
      repeated: 1,
    });
    expect(read('<answer>{"[1]": 11, "[2]": -1, "[3]": 3}</answer>')).toEqual({
      ...scores(undefined, undefined, 3),
      missing: 2,
    });
  });

  it('without a number that may have been cut off', () => {
    expect(read('<answer>{"[1]": 7, "[2]": 1')).toEqual({ ...scores(7, undefined, undefined), missing: 2 });
  });

  it.each([
    '',
    'I cannot judge these.',
    '<answer></answer>',
    '<answer>{}</answer>',
    '<answer>{"[7]": 3}</answer>',
    '<answer>{"[1]": "high"}</answer>',
    '<answer>{"[1]": 70, "[2]": 95}</answer>',
    '<answer>[7, 0, 10]</answer>',
    '<answer>{"[1]": 7',
    '{',
    '}{',
    '</answer><answer>',
    '<reason>document [1]: 7, clearly</reason>',
  ])('not from %j', (answer) => {
    expect(read(answer)).toMatchObject({ scores: undefined, unparsed: 1, missing: 0 });
  });

  it('on the scale or not at all, from anything', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double().map(String),
      fc.constantFrom('<answer>', '</answer>', '{', '}', '"[1]"', ': ', ', ', '[2]'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { scores, unparsed } = read(pieces.join(''));
        expect(unparsed).toBe(scores ? 0 : 1);
        for (const score of scores ?? [])
          expect(score === undefined || (score >= 0 && score <= 10)).toBe(true);
      }),
    );
  });

  it('of a great length in time that grows with it', () => {
    const long = `${'<answer>{"[1]":'.repeat(20_000)}${' '.repeat(200_000)}${'9'.repeat(100_000)}`;
    expect(read(long).scores).toBeUndefined();
    expect(readScore(`${'score: '.repeat(20_000)}${' '.repeat(200_000)}`, newTally())).toBeUndefined();
  });
});
