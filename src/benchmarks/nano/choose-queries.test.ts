import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../core/index.js';
import { chooseQueries } from './choose-queries.js';

const query = (id: string, text = `text of ${id}`) => ({ id: queryId(id), text });
const pair = (asked: string, document: string, grade = 1) => ({
  query: queryId(asked),
  document: docId(document),
  grade,
});
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('the queries of a Nano set', () => {
  it('are the first ones that have a positive, in source order', () => {
    const chosen = chooseQueries(
      [query('c'), query('a'), query('b'), query('d')],
      [pair('a', '1'), pair('b', '2', 0), pair('c', '3'), pair('d', '4')],
      2,
    );
    expect(ids(chosen.queries)).toEqual(['c', 'a']);
    expect(chosen.leftOut.withoutPositive).toBe(0);
  });

  it('are none without a text, and none whose trimmed text was taken', () => {
    const chosen = chooseQueries(
      [query('a', ' '), query('b', 'gout '), query('c', '\tgout'), query('b', 'scurvy'), query('d', 'Gout')],
      ['a', 'b', 'c', 'd'].map((id) => pair(id, '1')),
      10,
    );
    expect(chosen.queries).toEqual([query('b', 'gout'), query('d', 'Gout')]);
    expect(chosen.leftOut).toEqual({ withoutText: 1, withoutPositive: 0, repeated: 2 });
  });

  it('bring their positives in judgement order, and those of no other query', () => {
    const { positives } = chooseQueries(
      [query('a'), query('b')],
      [pair('b', '9'), pair('x', '5'), pair('a', '1'), pair('b', '2')],
      10,
    );
    expect(positives).toEqual([pair('b', '9'), pair('a', '1'), pair('b', '2')]);
  });

  it('bring their hard negatives in turns, the queries by code point', () => {
    const bee = '\u{1f41d}';
    const negatives = [
      ...['1', '2', '3'].map((document) => pair(bee, document, 0)),
      ...['4', '5'].map((document) => pair('\ufb01', document, -1)),
      pair('unchosen', '7', 0),
      pair('a', '6', 0),
    ];
    const { hardNegatives } = chooseQueries(
      [query(bee), query('\ufb01'), query('a')],
      [...negatives, ...[bee, '\ufb01', 'a', 'unchosen'].map((id) => pair(id, 'p'))],
      10,
    );
    expect(hardNegatives).toEqual(['6', '4', '1', '5', '2', '3']);
  });
});
