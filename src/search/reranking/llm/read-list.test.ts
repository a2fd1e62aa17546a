import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readList } from './read-order.js';
import { newTally } from './tally.js';

const read = (answer: string, count = 4) => {
  const tally = newTally();
  const places = readList(answer, count, tally);
  const { unparsed, repeated, unknown } = tally;
  return { numbers: places?.map((place) => place + 1), unparsed, repeated, unknown };
};
const fence = (list: string): string => `The query asks why.\n\`\`\`json\n${list}\n\`\`\``;
const NOTHING = { unparsed: 0, repeated: 0, unknown: 0 };

describe('a list is read', () => {
  it.each(['[3, 1]', '\n[\n3,\n1\n]\n', '["3", "1"]', '["[3]", "[1]."]', '[3.0, 1]'])(
    'from %j in a fence',
    (list) => {
      expect(read(fence(list))).toEqual({ numbers: [3, 1], ...NOTHING });
    },
  );

  it('from the last fence, whatever is around it', () => {
    expect(read(`${fence('[1, 2]')}\nor rather\n${fence('[3, 1]')}\nThat is all.`).numbers).toEqual([3, 1]);
    expect(read('```json[3, 1]```').numbers).toEqual([3, 1]);
    expect(read(`${fence('[3, 1]')} and then \`\`\`json\n[2`).numbers).toEqual([3, 1]);
  });

  it('without numbers of no document and without repeats, which are counted', () => {
    expect(read(fence('[3, 9, 3, 0, -1, 1.5, null, "x", [2], 1e99, 1]'))).toEqual({
      numbers: [3, 1],
      unparsed: 0,
      repeated: 1,
      unknown: 8,
    });
  });

  it.each([
    '',
    '[3, 1]',
    '```\n[3, 1]\n```',
    '```JSON\n[3, 1]\n```',
    '```json\n[3, 1]',
    fence(''),
    fence('[]'),
    fence('[3, 1,]'),
    fence('[3, 1'),
    fence('3 > 1'),
    fence('{"ranking": [3, 1]}'),
    fence('[7, 8]'),
    fence('null'),
    `${fence('[3, 1]')}\n${fence('…')}`,
  ])('not from %j', (answer) => {
    expect(read(answer)).toMatchObject({ numbers: undefined, unparsed: 1 });
  });

  it('with each document once, from anything', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.constantFrom('```json', '```', '[', ']', '1,2'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { numbers } = read(pieces.join(''));
        if (!numbers) return;
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const number of numbers) expect([1, 2, 3, 4]).toContain(number);
      }),
    );
  });

  it('of a great length in time that grows with it', () => {
    expect(read('```json'.repeat(200_000)).numbers).toBeUndefined();
  });
});
