import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lexicalText, type Query, queryId } from '../../core/index.js';
import { REASONING, type ReasoningStyle } from '../../models/llms/index.js';
import type { ExpansionSettings } from './expansion.js';
import { queryExpander, readingStyle, textModeOf } from './generation-methods.js';

const QUERY: Query = { id: queryId('q'), text: 'swollen toe' };
const settings = (change: Partial<ExpansionSettings> = {}): ExpansionSettings => ({
  method: 'hyde',
  llm: 'm',
  reasoning: 'none',
  ...change,
});
const enter = (change: Partial<ExpansionSettings>, ...raws: string[]) =>
  queryExpander(settings(change)).enter(QUERY, raws);
const joins = (change: Partial<ExpansionSettings>) => {
  const { join, dense } = enter(change, '<answer>gout</answer></think>gout').query.generated![0]!;
  return [join, dense];
};

describe('how a text enters a search', () => {
  it.each([
    ['hyde', 'alone', 'average'],
    ['lamer', 'after-query', 'average'],
    ['query2doc', 'after-query-twice', 'joined'],
    ['search-o1', 'alone', 'average'],
    ['search-r1', 'alone', 'average'],
    ['diagnose', 'after-query', 'average'],
    ['feedback', 'after-query', 'average'],
    ['a method of your own', 'alone', 'average'],
    ['constructor', 'alone', 'average'],
  ])('%s by a plain model: %s, %s', (method, join, dense) => {
    expect(joins({ method })).toEqual([join, dense]);
    expect(joins({ method, reasoning: 'auto' })).toEqual([join, dense]);
  });

  it.each(['hyde', 'lamer', 'query2doc', 'search-o1', 'search-r1'])(
    '%s by a model of the reasoning list: alone, averaged',
    (method) => {
      expect(joins({ method, reasoning: 'think-tag' })).toEqual(['alone', 'average']);
      expect(joins({ method, reasoning: 'none', reasoner: true })).toEqual(['alone', 'average']);
    },
  );

  it.each(['diagnose', 'feedback'])('%s enters in the same way for any model', (method) => {
    expect(joins({ method, reasoner: true })).toEqual(['after-query', 'average']);
  });

  it('a model outside the list enters as the method asks, though it thinks in its output', () => {
    expect(joins({ method: 'lamer', reasoning: 'think-tag', reasoner: false })).toEqual([
      'after-query',
      'average',
    ]);
  });

  it('as published, the copies of query2doc are glued, and nothing else changes', () => {
    expect(joins({ method: 'query2doc', asPublished: true })).toEqual(['after-query-glued', 'joined']);
    expect(joins({ method: 'query2doc', asPublished: true, reasoner: true })).toEqual(['alone', 'average']);
    expect(joins({ method: 'lamer', asPublished: true })).toEqual(['after-query', 'average']);
  });

  it('Search-R1 is read by its answer tags, for any model', () => {
    const { query } = enter({ method: 'search-r1' }, '<think>hm</think><answer>gout</answer>');
    expect(lexicalText(query)).toBe('gout');
  });

  it('names who wrote it, and leaves the query as it was', () => {
    const { query } = enter({ method: 'lamer', llm: 'gpt4' }, 'gout');
    expect(query).toEqual({
      ...QUERY,
      generated: [{ method: 'lamer', llm: 'gpt4', text: 'gout', join: 'after-query', dense: 'average' }],
    });
  });
});

describe('a text without an answer', () => {
  const cut = '<think>could it be';

  it('leaves the query unchanged, and is counted', () => {
    expect(enter({ reasoning: 'think-tag' }, cut)).toEqual({ query: QUERY, unanswered: 1 });
    expect(enter({ reasoning: 'auto' }, cut)).toEqual({ query: QUERY, unanswered: 1 });
  });

  it('is searched with as a whole when done as published', () => {
    const { query, unanswered } = enter({ reasoning: 'think-tag', asPublished: true }, cut);
    expect([lexicalText(query), unanswered]).toEqual([cut, 1]);
  });

  it('does not count where another of the query has one, published or not', () => {
    for (const asPublished of [false, true]) {
      const { query, unanswered } = enter(
        { reasoning: 'think-tag', asPublished, searches: 'each' },
        cut,
        'hm</think>gout',
      );
      expect([lexicalText(query), query.searches, unanswered]).toEqual(['gout', undefined, 1]);
    }
  });

  it('may also be one that ends with its thinking, or is blank', () => {
    expect(enter({ reasoning: 'think-tag' }, 'hm</think> \n')).toEqual({ query: QUERY, unanswered: 1 });
    expect(enter({}, ' ', '')).toEqual({ query: QUERY, unanswered: 2 });
    expect(lexicalText(enter({ asPublished: true }, ' ').query)).toBe(' ');
  });
});

describe('several texts', () => {
  it('are searched with together, or each where the settings or the method say so', () => {
    expect(enter({}, 'a', 'b').query.searches).toBeUndefined();
    expect(enter({ searches: 'each' }, 'a', 'b').query.searches).toBe('each');
    expect(enter({ method: 'diagnose' }, 'a', 'b').query.searches).toBe('each');
    expect(enter({ method: 'diagnose', searches: 'together' }, 'a', 'b').query.searches).toBeUndefined();
    expect(textModeOf('diagnose')).toBe('each');
    expect(textModeOf('feedback')).toBe('together');
  });

  it('together repeat the query before each of them, so that its weight stays what the method gave it', () => {
    expect(lexicalText(enter({ method: 'lamer' }, 'gout', 'sepsis').query)).toBe(
      'swollen toe gout swollen toe sepsis',
    );
  });

  it('keep their order, and none says more than what the model said', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.constantFrom('none', 'auto', 'think-tag'), (raws, reasoning) => {
        const { query, unanswered } = enter({ reasoning }, ...raws);
        const texts = query.generated?.map(({ text }) => text) ?? [];
        expect(texts.length + unanswered).toBe(raws.length);
        expect(texts.every((text) => text.trim() !== '')).toBe(true);
        let from = 0;
        for (const text of texts) {
          from = raws.findIndex((raw, i) => i >= from && raw.includes(text)) + 1;
          expect(from).toBeGreaterThan(0);
        }
      }),
    );
  });
});

it('settings that change what is searched for change the spec, and others do not', () => {
  const spec = (change: Partial<ExpansionSettings>) => queryExpander(settings(change)).spec;
  expect(spec({})).toEqual({ reasoning: 'none', join: 'alone', dense: 'average', asPublished: false });
  expect(spec({ searches: 'each' })).not.toEqual(spec({}));
  expect(spec({ searches: 'together' })).toEqual(spec({}));
  expect(spec({ method: 'lamer', reasoner: true })).not.toEqual(spec({ method: 'lamer' }));
  expect(spec({ reasoner: true })).toEqual(spec({}));
});

describe('how texts are read', () => {
  it('search-r1 answers in tags with every LLM', () => {
    for (const style of [...(Object.keys(REASONING) as ReasoningStyle[]), undefined])
      expect(readingStyle('search-r1', style)).toBe('answer-tags');
  });

  it('otherwise the model decides, and an unregistered one may think or not', () => {
    expect(readingStyle('hyde', 'final-response')).toBe('final-response');
    expect(readingStyle('search-o1', 'think-tag')).toBe('think-tag');
    expect(readingStyle('hyde', undefined)).toBe('auto');
  });
});
