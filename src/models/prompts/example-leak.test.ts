import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Query, queryId } from '../../core/index.js';
import { exampleLeak } from './example-leak.js';

const LONG =
  'A 61-year-old gardener has had stiff hands for a month. She drops her secateurs, and in the morning it takes her two ' +
  'hours to close her fists. Both wrists are warm, the knuckles are swollen, and a nodule lies over the left elbow. ' +
  'What would you look for in her blood, and which drug would you begin with?';

const query = (text: string, id = 'q'): Query => ({ id: queryId(id), text });
const leak = (block: string, ...queries: readonly Query[]) => exampleLeak(block, queries);
const around = (text: string): string =>
  `Exam: ${text}\nPassage: Something else entirely, about the weather.`;

describe('an example block', () => {
  it('that contains a query leaks it, whatever case, punctuation and line breaks', () => {
    expect(leak(around(LONG), query(LONG))).toEqual({ query: 'q', shared: 1 });
    const changed = LONG.toUpperCase().replace(/[.,]/g, ' ;').replaceAll(' ', '\n');
    expect(leak(around(changed), query(LONG))).toEqual({ query: 'q', shared: 1 });
  });

  it('that contains most of a query leaks it', () => {
    const edited = LONG.split(' ')
      .map((word, i) => (i % 8 === 4 ? 'other' : word))
      .join(' ');
    expect(leak(around(edited), query(LONG))!.shared).toBeCloseTo(0.375, 1);
  });

  it('that contains a long part of a much longer query leaks it', () => {
    const longer = `${Array.from({ length: 500 }, (_, i) => `finding${i}`).join(' ')} ${LONG}`;
    const part = LONG.split(' ').slice(3, 24).join(' ');
    const found = leak(around(part), query(longer));
    expect(found!.shared).toBeLessThan(0.1);
  });

  it('on the same matter in other words leaks nothing', () => {
    const retold =
      'For four weeks a woman of 61 who works in gardens cannot make a fist before ten o’clock. Her wrists and ' +
      'knuckles are swollen and warm. There is a nodule at the elbow. Which antibodies, and which drug first?';
    expect(leak(around(retold), query(LONG))).toBeUndefined();
  });

  it('leaks a query of a few words only where a line says it', () => {
    expect(leak('Question: What causes gout?\nPassage: Urate.', query('what causes gout'))).toBeDefined();
    expect(leak('what causes GOUT', query('What causes gout?'))).toBeDefined();
    expect(
      leak('Question: Nobody knows what causes gout in parrots.', query('What causes gout?')),
    ).toBeUndefined();
    expect(leak('Passage: gout and more', query('gout'))).toBeUndefined();
  });

  it('names the query it leaks most of', () => {
    const half = LONG.split(' ').slice(0, 30).join(' ');
    const found = leak(
      around(half),
      query(LONG, 'long'),
      query(half, 'half'),
      query('How tall is a giraffe, really?'),
    );
    expect(found).toEqual({ query: 'half', shared: 1 });
  });

  it('leaks nothing to empty queries, and nothing from an empty block', () => {
    expect(leak(around(LONG), query(''), query(' ?! '))).toBeUndefined();
    expect(leak('', query(''), query(LONG), query('gout'))).toBeUndefined();
  });

  it('that holds a query of five words or more anywhere leaks it', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 5, maxLength: 60 }),
        fc.array(word),
        fc.array(word),
        (asked, before, after) => {
          const block = [...before, ...asked, ...after].join(' ');
          expect(leak(block, query(asked.join(', ')))).toEqual({ query: 'q', shared: 1 });
        },
      ),
    );
  });
});
