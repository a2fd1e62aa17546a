import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCandidates } from './diagnose.js';

const names = (answer: string, most = 9) => parseCandidates(answer, most).map(({ name }) => name);

describe('the candidates of an answer', () => {
  it('are its numbered lines, name and reason', () => {
    expect(
      parseCandidates('1. Gout: urate crystals after a feast.\n2. Septic arthritis: fever: 39 °C', 4),
    ).toEqual([
      { name: 'Gout', reason: 'urate crystals after a feast.' },
      { name: 'Septic arthritis', reason: 'fever: 39 °C' },
    ]);
  });

  it.each([
    ['1) Gout - crystals', 'Gout', 'crystals'],
    ['1. **Gout**: crystals', 'Gout', 'crystals'],
    ['**1. Gout:** crystals', 'Gout', 'crystals'],
    ['### 1. Gout', 'Gout', ''],
    ['> 1: `Gout` – crystals', 'Gout', 'crystals'],
    ['  12. Gout | crystals', 'Gout', 'crystals'],
    ['1.Gout:', 'Gout', ''],
    ['1. *Gout*: _crystals_', 'Gout', 'crystals'],
    ['1. HLA-B*27:05: spondylitis', 'HLA-B*27:05', 'spondylitis'],
    ['1. Guillain-Barré syndrome — areflexia', 'Guillain-Barré syndrome', 'areflexia'],
    [
      '1. t(9;22) BCR::ABL1 fusion: Philadelphia chromosome',
      't(9;22) BCR::ABL1 fusion',
      'Philadelphia chromosome',
    ],
    ['1. 痛风: 尿酸', '痛风', '尿酸'],
  ])('may be dressed up: %s', (line, name, reason) => {
    expect(parseCandidates(line, 4)).toEqual([{ name, reason }]);
  });

  it('stand among other lines, which are passed over', () => {
    expect(names('Here they are:\n\n1. Gout: a\n   because of b\n\n2. Sepsis: c\r\nGood luck!')).toEqual([
      'Gout',
      'Sepsis',
    ]);
  });

  it('are bullets only where there are no numbers', () => {
    expect(names('- Gout: a\n* Sepsis: b\n• Trauma')).toEqual(['Gout', 'Sepsis', 'Trauma']);
    expect(names('1. Gout\n  - red\n  - hot\n2. Sepsis')).toEqual(['Gout', 'Sepsis']);
  });

  it('are listed once, by their first line, and no more of them than requested', () => {
    expect(parseCandidates('1. Gout: a\n2. GOUT: b\n3. Sepsis: c\n4. Trauma: d', 2)).toEqual([
      { name: 'Gout', reason: 'a' },
      { name: 'Sepsis', reason: 'c' },
    ]);
  });

  it.each(['', 'It is gout.', '1.', '1. : because', '1. 42', '2024. a year', '----', '- - -'])(
    'are none in %j',
    (answer) => {
      expect(names(answer)).toEqual([]);
    },
  );

  it('of any text are none to so many, each with letters in its name and on one line', () => {
    const line = fc.tuple(
      fc.constantFrom('1. ', '2) ', '- ', '**3.** ', '', '> '),
      fc.string({ unit: 'grapheme' }),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(line).map((lines) => lines.map((parts) => parts.join('')).join('\n')),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (answer, most) => {
        const candidates = parseCandidates(answer, most);
        expect(candidates.length).toBeLessThanOrEqual(most);
        for (const { name, reason } of candidates) {
          expect(name).toMatch(/\p{L}/u);
          expect(name).toBe(name.trim());
          expect(`${name}${reason}`).not.toContain('\n');
        }
        expect(new Set(candidates.map(({ name }) => name.toLowerCase())).size).toBe(candidates.length);
      }),
    );
  });

  it('written in the requested form are read back as they are', () => {
    const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/);
    const entry = fc.record({ name: word, reason: fc.oneof(fc.constant(''), word) });
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { selector: ({ name }) => name.toLowerCase(), maxLength: 6 }),
        (entries) => {
          const answer = entries.map(({ name, reason }, i) => `${i + 1}. ${name}: ${reason}`).join('\n');
          expect(parseCandidates(answer, 6)).toEqual(entries);
        },
      ),
    );
  });

  it('are found in a long line in no time worth telling', () => {
    expect(names(`1. ${'*_ '.repeat(20_000)}x`)).toHaveLength(1);
    expect(names(`${' '.repeat(50_000)}1`)).toEqual([]);
  });
});
