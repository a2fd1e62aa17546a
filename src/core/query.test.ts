import { describe, expect, it } from 'vitest';
import { queryId } from './ids.js';
import { type LexicalJoin, lexicalText } from './query.js';

const query = { id: queryId('q'), text: 'why so tired?' };
const written = (text: string, join: LexicalJoin) => ({
  method: 'm',
  llm: 'l',
  text,
  join,
  dense: 'average' as const,
});

describe('the text a bag-of-words retriever searches with', () => {
  it('is the query when nothing was written', () => {
    expect(lexicalText(query)).toBe('why so tired?');
    expect(lexicalText({ ...query, generated: [] })).toBe('why so tired?');
  });

  it.each([
    ['alone', 'anaemia'],
    ['after-query', 'why so tired? anaemia'],
    ['after-query-twice', 'why so tired? why so tired? anaemia'],
    ['after-query-glued', 'why so tired?why so tired? anaemia'],
  ] as const)('joins what was written "%s"', (join, expected) => {
    expect(lexicalText({ ...query, generated: [written('anaemia', join)] })).toBe(expected);
  });

  it('holds every text that was written', () => {
    expect(lexicalText({ ...query, generated: [written('a', 'alone'), written('b', 'alone')] })).toBe('a b');
  });
});
