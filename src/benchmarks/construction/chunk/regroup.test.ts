import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimatedTokens } from '../../../core/index.js';
import { analyzer } from '../../../search/retrieval/index.js';
import { type Piece, regroup } from './regroup.js';

const words = (text: string): number => text.match(/\S+/g)?.length ?? 0;
const pieces = (text: string, limit: number, least = 0): readonly Piece[] =>
  regroup(text, { count: words, limit, least });
const texts = (text: string, limit: number, least = 0): readonly string[] =>
  pieces(text, limit, least).map(({ start, end }) => text.slice(start, end));

describe('sentences regrouped to passages', () => {
  it('fill passages up to the limit, and never beyond it', () => {
    expect(texts('One two three. Four five. Six seven eight nine. Ten.', 6)).toEqual([
      'One two three. Four five.',
      'Six seven eight nine. Ten.',
    ]);
  });

  it('keep a heading with what follows', () => {
    const text = 'Findings were few. All was well here.\n\n## Treatment\n\nRest and fluids help most people.';
    expect(texts(text, 10)).toEqual([
      'Findings were few. All was well here.',
      '## Treatment\n\nRest and fluids help most people.',
    ]);
    expect(texts('He was ill for days.\n[Diagnosis]\nGout of the toe.', 8)).toEqual([
      'He was ill for days.',
      '[Diagnosis]\nGout of the toe.',
    ]);
  });

  it('do not tear items of lists and rows of tables', () => {
    const list = '- Give 5 mg. Wait 2 h. Then stop.\n- Give nothing more\n- Call us';
    expect(texts(list, 9)).toEqual(['- Give 5 mg. Wait 2 h. Then stop.', '- Give nothing more\n- Call us']);
    const table = '| Drug | Dose |\n|---|---|\n| Aspirin | 100 mg |\n| Heparin | 5000 units |';
    expect(texts(table, 13)).toEqual([
      '| Drug | Dose |\n|---|---|\n| Aspirin | 100 mg |',
      '| Heparin | 5000 units |',
    ]);
  });

  it('go on over lines that were broken to fit a page', () => {
    const text = 'A man of 45 with fever was seen by\nDr. Weber on the ward. He had lost\n3.5 kg.';
    expect(texts(text, 14)).toEqual([
      'A man of 45 with fever was seen by\nDr. Weber on the ward.',
      'He had lost\n3.5 kg.',
    ]);
  });

  it('split a sentence that is too long at clause marks, and say so', () => {
    const text =
      'Fever came first, then a cough; after that the rash spread over the trunk and 3.5 mg helped.';
    expect(texts(text, 10)).toEqual([
      'Fever came first, then a cough;',
      'after that the rash spread over the trunk and',
      '3.5 mg helped.',
    ]);
    expect(pieces(text, 10).every(({ split }) => split)).toBe(true);
  });

  it('cut a word only where it alone is too long', () => {
    const long = 'x'.repeat(100);
    const found = regroup(`Before. ${long} after.`, { count: estimatedTokens, limit: 10, least: 0 });
    expect(found.map(({ tokens }) => tokens).every((tokens) => tokens <= 10)).toBe(true);
  });

  it('give a short rest to the passage before it', () => {
    expect(texts('One two three four. Five.', 4, 2)).toEqual(['One two three four. Five.']);
    expect(texts('One two three four. Five.', 4, 1)).toEqual(['One two three four.', 'Five.']);
  });

  const alphabet = fc.constantFrom(
    ...[
      'Dr. ',
      'e.g. ',
      '3.5 ',
      'mg',
      '. ',
      '.',
      '! ',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '| a | b |\n',
      '## H\n',
      'Word ',
      'x',
      ' ',
      ', ',
    ],
    ...[
      '; ',
      '(',
      ')',
      '"',
      '[12]',
      '。',
      '𝄞',
      '\ud800',
      '\t',
      '\u00a0',
      'Ä',
      'p < .05 ',
      ':',
      '\r\n',
      'word ',
    ],
  );
  const messy = fc.oneof(
    fc.array(alphabet, { maxLength: 120 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  );
  const lucene = analyzer('lucene-english');
  const counters = {
    words,
    estimate: estimatedTokens,
    lucene: (text: string) => lucene.analyze(text).length,
  };

  it('hold every character that is no space exactly once and in order, whatever the text', () => {
    fc.assert(
      fc.property(
        messy,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(...Object.values(counters)),
        (text, limit, count) => {
          const found = regroup(text, { count, limit, least: 0 });
          let at = 0;
          for (const { start, end } of found) {
            expect(text.slice(at, start).trim()).toBe('');
            expect(end).toBeGreaterThan(start);
            expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
            at = end;
          }
          expect(text.slice(at).trim()).toBe('');
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('have no more tokens than the limit, unless one character has', () => {
    fc.assert(
      fc.property(messy, fc.integer({ min: 4, max: 40 }), (text, limit) => {
        for (const piece of regroup(text, { count: words, limit, least: 0 }))
          expect(piece.tokens).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('count each character a bounded number of times, however long the text', () => {
    const counted = (text: string): number => {
      let characters = 0;
      regroup(text, {
        count: (part) => {
          characters += part.length;
          return estimatedTokens(part);
        },
        limit: 128,
        least: 16,
      });
      return characters / text.length;
    };
    for (const part of [
      'word ',
      'x',
      'One two. ',
      '- item\n',
      'Heading\n',
      'a, ',
      '( ',
      '1. ',
      '.',
      '\n',
      '| a | b |\n',
    ])
      expect(counted(part.repeat(20_000))).toBeLessThan(30);
  });
});
