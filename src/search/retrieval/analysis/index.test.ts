import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../core/index.js';
import { type AnalyzerName, analyzer, analyzers, numberedTerms } from './index.js';

const names = Object.keys(analyzers) as AnalyzerName[];

/** Any UTF-16 units at all, with what the rules look at more often than chance would have it. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        ...'aAzZ019_.:,;\'"#* \u00ad\u0301\u200d\u2019\u20e3\ufe0fΣİאア中ก',
        '😀',
        '🇩',
        '\ud83d',
        '\udc00',
      ),
      { maxLength: 400 },
    )
    .map((parts) => parts.join('')),
);

describe('analyzers', () => {
  it('are found by name, and say which they are', () => {
    for (const name of names) expect(analyzer(name)).toMatchObject({ name, version: 1 });
  });

  it('an unknown name is an input error that lists the names and the nearest', () => {
    expect(() => analyzer('lucene-englsh')).toThrow(InputError);
    expect(() => analyzer('lucene-englsh')).toThrow(
      /unknown analyzer "lucene-englsh".*lucene-english, mteb-english, hakari-english.*did you mean "lucene-english"/s,
    );
  });

  it('a name from the prototype of objects is unknown', () => {
    expect(() => analyzer('toString')).toThrow(InputError);
  });

  it('every call gives an instance of its own', () => {
    expect(analyzer('lucene-english')).not.toBe(analyzer('lucene-english'));
  });
});

describe.each(names)('%s', (name) => {
  const used = analyzer(name);

  it('numbers the same terms in a part of a text as in that part alone, whatever is around it', () => {
    const terms: string[] = [];
    const read = numberedTerms(name, (term) => {
      if (!terms.includes(term)) terms.push(term);
      return terms.indexOf(term);
    });
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, text, after) => {
        const found: string[] = [];
        read(before + text + after, before.length, before.length + text.length, (term) =>
          found.push(terms[term]!),
        );
        expect(found).toEqual(used.analyze(text));
      }),
      { numRuns: 300 },
    );
  });

  it('never throws, gives no empty term, and gives the same terms however much it has seen', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const terms = used.analyze(text);
        expect(terms.every((term) => term.length > 0)).toBe(true);
        expect(analyzer(name).analyze(text)).toEqual(terms);
        expect(used.analyze(text)).toEqual(terms);
      }),
      { numRuns: 150 },
    );
  });

  it('a text without words has no terms', () => {
    expect(used.analyze('')).toEqual([]);
    expect(used.analyze(' \t\n.,;:!?()[]{}<>/\\|@$%^&+=~`-')).toEqual([]);
  });

  it('terms do not depend on what stands in other sentences', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (left, right) => {
        expect(used.analyze(`${left} \n ${right}`)).toEqual([...used.analyze(left), ...used.analyze(right)]);
      }),
    );
  });

  it('a token of a hundred thousand letters is no trouble', () => {
    for (const letter of ['a', 'y', 'ß', 'Σ', '9', '_'])
      expect(used.analyze(letter.repeat(100_000)).join('').length).toBeLessThanOrEqual(100_000);
  });

  it('English stop words of either case are dropped', () => {
    expect(used.analyze('the And THAT with iT')).toEqual([]);
  });

  it('forms of a word share a term', () => {
    expect(new Set(used.analyze('infection infections infected Infecting INFECTIVE')).size).toBe(1);
  });
});
