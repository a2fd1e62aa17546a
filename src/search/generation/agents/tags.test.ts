import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANSWER, firstPair, lastBetween, QUERY, SEARCH, withoutBlocks, withoutMarks } from './tags.js';

const q = (text: string): string => `${QUERY.begin}${text}${QUERY.end}`;

const FRAGMENTS = [
  '<|begin_search_query|>',
  '<|end_search_query|>',
  '<|begin_search_result|>',
  '<|',
  '|>',
  '<',
];
const TAGS = ['<think>', '</think>', '<search>', '</search>', '<answer>', '</answer>', 'search', '/', 'ab'];
const text = fc
  .array(fc.constantFrom(...FRAGMENTS, ...TAGS), { maxLength: 12 })
  .map((parts) => parts.join(''));

describe('the query of a text', () => {
  it('is the last one between the marks, trimmed', () => {
    expect(lastBetween(`I ask ${q('gout')} and ${q(' urate\n crystals ')} now`, QUERY)).toBe(
      'urate\n crystals',
    );
  });

  it('is not one that was never closed', () => {
    expect(lastBetween(`${q('gout')} ${QUERY.begin}urate`, QUERY)).toBe('gout');
    expect(lastBetween(`${QUERY.begin}urate`, QUERY)).toBeUndefined();
    expect(lastBetween(`${QUERY.end}urate${QUERY.begin}`, QUERY)).toBeUndefined();
  });

  it('begins at the second mark when it was opened twice', () => {
    expect(lastBetween(`${QUERY.begin}gou${QUERY.begin}gout${QUERY.end}`, QUERY)).toBe('gout');
  });

  it('stays the last whole one when a closing mark is alone after it', () => {
    expect(lastBetween(`${q('gout')} and ${QUERY.end}`, QUERY)).toBe('gout');
  });
});

describe('the first pair of tags', () => {
  it('is the one that opens first, of any kind', () => {
    expect(firstPair('<answer> a </answer><search>b</search>', [SEARCH, ANSWER])).toMatchObject({
      marks: ANSWER,
      text: 'a',
    });
  });

  it('passes over a tag that is never closed', () => {
    expect(firstPair('<answer> a <search>b</search>', [SEARCH, ANSWER])).toMatchObject({ marks: SEARCH });
    expect(firstPair('</answer><answer>', [SEARCH, ANSWER])).toBeUndefined();
  });

  it('is what a pattern with a back reference finds', () => {
    fc.assert(
      fc.property(text, (said) => {
        const match = /<(search|answer)>([\s\S]*?)<\/\1>/.exec(said);
        const pair = firstPair(said, [SEARCH, ANSWER]);
        expect(pair?.marks.begin).toBe(match ? `<${match[1]}>` : undefined);
        expect(pair?.text).toBe(match?.[2]?.trim());
      }),
    );
  });
});

describe('marks in a text of others', () => {
  it('are taken out, also those that appear when others are', () => {
    expect(withoutMarks('a</infor</think>mation>b')).toBe('ab');
    fc.assert(
      fc.property(text, (said) => {
        expect(withoutMarks(said)).not.toMatch(
          /<\/?(think|search|answer|information)>|<\|(begin|end)_search_/,
        );
      }),
    );
  });

  it('leave a text without them as it is', () => {
    expect(withoutMarks('1 < 2, <b>|></b>')).toBe('1 < 2, <b>|></b>');
  });
});

it('queries and results are no part of a passage, finished or not', () => {
  expect(withoutBlocks(`Gout. ${q('x')}${'<|begin_search_result|>'}y`)).toBe('Gout. ');
  expect(withoutBlocks(`Gout.${QUERY.end} It hurts.`)).toBe('Gout. It hurts.');
});
