import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLabel } from './setwise.js';
import { newTally } from './tally.js';

const read = (answer: string, count = 4) => {
  const tally = newTally();
  return { place: readLabel(answer, count, tally), unparsed: tally.unparsed, unknown: tally.unknown };
};

describe('a label is read', () => {
  it.each([
    'B',
    'b',
    ' B\n',
    'B.',
    '[B]',
    '(B)',
    '**B**',
    '"B"',
    'Document B',
    'document B',
    'Passage B',
    'Document: B',
    'Label: **B**',
    '{"label": "B"}',
    'The answer is: B.',
    'Document B is the most relevant one.',
    'It is Document B, since Document C is about something else.',
  ])('from %j', (answer) => {
    expect(read(answer)).toEqual({ place: 1, unparsed: 0, unknown: 0 });
  });

  it.each([
    '',
    '...',
    '1',
    'BC',
    'I do not know.',
    'Documents are all alike',
    'Document Beta',
    'Б',
    'document b7',
  ])('not from %j', (answer) => {
    expect(read(answer)).toEqual({ place: undefined, unparsed: 1, unknown: 0 });
  });

  it.each(['E', 'Document Z', 'z'])('not from %j, which is no letter of the set', (answer) => {
    expect(read(answer)).toEqual({ place: undefined, unparsed: 0, unknown: 1 });
    expect(read('E', 5).place).toBe(4);
  });

  it('within the set or not at all, from anything', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('Document ', 'A', 'D', 'Z', '[', ']'),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 2, max: 26 }), (pieces, count) => {
        const { place, unparsed, unknown } = read(pieces.join(''), count);
        expect(unparsed + unknown).toBe(place === undefined ? 1 : 0);
        if (place !== undefined) expect(place >= 0 && place < count).toBe(true);
      }),
    );
  });
});
