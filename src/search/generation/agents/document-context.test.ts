import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentContext, partBetween } from './document-context.js';

const filler = (sentences: number): string => 'Nothing of note was seen here. '.repeat(sentences);

describe('the part of a document that is read', () => {
  it('is all of it when it fits', () => {
    expect(documentContext('Urate. Crystals.', 'gout', 8)).toBe('Urate. Crystals.');
  });

  it('is the surroundings of the sentence that shares most words with the query', () => {
    const wanted = 'Colchicine calms acute gout.';
    const context = documentContext(`${filler(20)}${wanted} ${filler(20)}`, 'colchicine for acute gout', 50);
    expect(context).toContain(wanted);
    expect(context).toHaveLength(50 + ` ${wanted}`.length + 50);
    expect(context.indexOf(wanted)).toBe(51);
  });

  it('begins with the document when the sentence is near its beginning', () => {
    const text = `Acute gout. ${filler(20)}`;
    expect(documentContext(text, 'acute gout', 40)).toBe(text.slice(0, 'Acute gout.'.length + 40));
  });

  it('is its beginning when no sentence shares enough: an F1 of 0.2 is not above it', () => {
    // One word of five on either side in common: F1 = 2/10.
    const text = `${filler(10)}\nalpha beta gamma delta gout\n${filler(10)}`;
    expect(documentContext(text, 'gout one two three four', 50)).toBe(text.slice(0, 100));
    expect(documentContext(text, 'gout one two three', 50)).toContain('gout');
  });

  it('is sought in the first 50,000 characters only', () => {
    const text = `${'x '.repeat(25_000)}\nacute gout\n${filler(10)}`;
    expect(documentContext(text, 'acute gout', 30)).toBe(text.slice(0, 60));
  });

  it('takes words of any script, whatever their case and punctuation', () => {
    const text = `${filler(10)}ÖDEM, (Größe)! ${filler(10)}`;
    expect(documentContext(text, 'ödem größe', 20)).toContain('ÖDEM, (Größe)!');
  });

  it('is a part of the document, never longer than sentence and both sides, never half a character', () => {
    const unit = fc.constantFrom('a', 'gout', ' ', '. ', '\n', '🦠', '?');
    const texts = fc.array(unit, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, texts, fc.integer({ min: 1, max: 20 }), (text, query, characters) => {
        const context = documentContext(text, query, characters);
        expect(text).toContain(context);
        expect(context.isWellFormed?.() ?? !/[\ud800-\udfff]/u.test(context)).toBe(true);
      }),
    );
  });
});

it('a part of a text holds whole characters', () => {
  expect(partBetween('a🦠b', 0, 2)).toBe('a');
  expect(partBetween('a🦠b', 2, 4)).toBe('b');
  expect(partBetween('a🦠b', 1, 3)).toBe('🦠');
});
