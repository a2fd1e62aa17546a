import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../core/index.js';
import { safeguarded } from './candidate-lists.js';
import { pythonRandom } from './python-random.js';

const ids = (text: string) => [...text].map(docId);
const place = { seed: 20260524, split: 'NanoTest', query: queryId('q') };

describe('the safeguard', () => {
  it('leaves a list alone that holds a positive, or that has none to find', () => {
    const list = ids('abc');
    expect(safeguarded(list, ids('xc'), place)).toBe(list);
    expect(safeguarded(list, [], place)).toBe(list);
  });

  it('adds the positive that Python chooses, whatever order they come in', () => {
    const chosen = pythonRandom('20260524\0NanoTest\0q\0positive_safeguard').choice(ids('vwxyz'));
    expect(safeguarded(ids('abc'), ids('zxvwy'), place)).toEqual([...ids('abc'), chosen]);
    expect(safeguarded([], ids('vwxyz'), place)).toEqual([chosen]);
  });

  it('sorts the positives by code point, as Python does, not by UTF-16 unit', () => {
    const byCodePoint = ['a', '\ufb01', '\u{1f9ec}'].map(docId);
    for (let i = 0; i < 20; i++) {
      const query = queryId(`q${i}`);
      const random = pythonRandom(`20260524\0NanoTest\0${query}\0positive_safeguard`);
      expect(safeguarded([], [...byCodePoint].reverse(), { ...place, query })).toEqual([
        random.choice(byCodePoint),
      ]);
    }
  });

  it('chooses by seed, split and query', () => {
    const many = Array.from({ length: 1000 }, (_, i) => docId(String(i)));
    const chosen = [
      place,
      { ...place, seed: 1 },
      { ...place, split: 'Other' },
      { ...place, query: queryId('r') },
    ].map((each) => safeguarded([], many, each)[0]);
    expect(new Set(chosen).size).toBe(4);
  });
});
