import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterPieces } from './characters.js';

interface Case {
  readonly size: number;
  readonly overlap: number;
  readonly text: string;
  readonly passages: readonly string[];
}

const golden: readonly Case[] = JSON.parse(
  readFileSync(new URL('../../../../test/golden/langchain-splitter/cases.json', import.meta.url), 'utf8'),
);

describe('pieces by characters', () => {
  it.each(golden.map((each, i) => [i, each] as const))(
    'are those of the splitter of MedRAG: text %i',
    (_, { size, overlap, text, passages }) => {
      const found = characterPieces(text, size, overlap).map(({ start, end }) => text.slice(start, end));
      expect(found).toEqual(passages);
    },
  );

  it('are no longer than their size, overlap by whole words and hold everything', () => {
    const text = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');
    const found = characterPieces(text, 1000, 200);
    expect(found.length).toBeGreaterThan(2);
    found.forEach(({ start, end }, i) => {
      expect(end - start).toBeLessThanOrEqual(1000);
      const before = found[i - 1];
      if (!before) return;
      expect(before.end - start).toBeGreaterThan(100);
      expect(before.end - start).toBeLessThanOrEqual(200);
      expect(text[start - 1]).toBe(' ');
    });
    expect(found.at(-1)!.end).toBe(text.length);
  });

  it('cover all that is no space, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 4, max: 20 }), (text, size) => {
        const covered = new Set<number>();
        for (const { start, end } of characterPieces(text, size, 3)) {
          expect(end - start).toBeLessThanOrEqual(size);
          for (let at = start; at < end; at++) covered.add(at);
        }
        for (let at = 0; at < text.length; at++)
          if (text[at]!.trim() !== '') expect(covered.has(at)).toBe(true);
      }),
    );
  });
});
