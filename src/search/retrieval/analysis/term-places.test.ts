import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnalyzerName, analyzer, analyzers, termFinder } from './index.js';

const NAMES = Object.keys(analyzers) as AnalyzerName[];

const said = (name: AnalyzerName, text: string, ...terms: string[]): readonly string[] => {
  const places = termFinder(analyzer(name))(text, new Set(terms));
  return [...places.values()].flat().map(([from, to]) => text.slice(from, to));
};

describe('places of terms', () => {
  it('are the words as the text has them, without the punctuation around', () => {
    const text = '(Stiffness) of the SHOULDERS; stiff, shoulder-joint.';
    expect(said('lucene-english', text, 'stiff', 'shoulder')).toEqual([
      'Stiffness',
      'stiff',
      'SHOULDERS',
      'shoulder',
    ]);
  });

  it('are the whole stretch where one term holds several words', () => {
    expect(said('lucene-english', 'a dose of 12.5, daily', '12.5')).toEqual(['12.5']);
    expect(said('lucene-english', 'a dose of 12.5, daily', '12')).toEqual([]);
  });

  it("are found although the analyzer changes the word: Crohn's", () => {
    expect(said('lucene-english', "Crohn's disease", 'crohn')).toEqual(['Crohn']);
  });

  /** Words, punctuation that joins or parts them, marks, other scripts and emoji. */
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'Stiff',
          "Crohn's",
          '12.5',
          'a_b',
          'é',
          'é',
          '\u200d',
          '👩‍⚕️',
          'Ünï',
          '東京',
          '\u202f',
          '-',
          '\n',
          '  ',
        ),
        fc.string({ unit: 'grapheme', maxLength: 6 }),
      ),
      { maxLength: 30 },
    )
    .map((pieces) => pieces.join(' '));

  it.each(NAMES)('lie within the text, in order and apart, each saying its term (%s)', (name) => {
    const analysis = analyzer(name);
    const find = termFinder(analysis);
    fc.assert(
      fc.property(text, (given) => {
        const terms = new Set(analysis.analyze(given));
        for (const [term, ranges] of find(given, terms)) {
          expect(terms).toContain(term);
          let end = 0;
          for (const [from, to] of ranges) {
            expect(from).toBeGreaterThanOrEqual(end);
            expect(to).toBeGreaterThan(from);
            end = to;
          }
          expect(end).toBeLessThanOrEqual(given.length);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(NAMES)('are found for every term of plain prose (%s)', (name) => {
    const analysis = analyzer(name);
    const words = fc.array(fc.stringMatching(/^[A-Za-z]{2,12}[.,;:]?$/), { maxLength: 30 });
    fc.assert(
      fc.property(words, (given) => {
        const prose = given.join(' ');
        const terms = new Set(analysis.analyze(prose));
        expect(new Set(termFinder(analysis)(prose, terms).keys())).toEqual(terms);
      }),
      { numRuns: 200 },
    );
  });
});
