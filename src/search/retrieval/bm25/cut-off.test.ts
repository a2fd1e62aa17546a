import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byCodePoint, docId } from '../../../core/index.js';
import { type CutOff, keptRows } from './cut-off.js';

const kept = (cutOff: CutOff, scores: readonly number[], ids: readonly string[]): string[] =>
  [...keptRows(cutOff, Float32Array.from(scores), (place) => docId(ids[place]!))].map((place) => ids[place]!);

describe('equal scores at the cut-off', () => {
  const scores = [1, 2, 1, 1, 3];
  const ids = ['d', 'x', 'c', 'a', 'y'];

  it('corpus-order: the first in the corpus stay', () => {
    const cutOff = { topK: 4, tiesAtCutOff: 'corpus-order', unmatched: 'fill' } as const;
    expect(kept(cutOff, scores, ids)).toEqual(['d', 'x', 'c', 'y']);
  });

  it('id-ascending: the lowest ids stay, by code point', () => {
    const cutOff = { topK: 4, tiesAtCutOff: 'id-ascending', unmatched: 'fill' } as const;
    expect(kept(cutOff, scores, ids)).toEqual(['x', 'c', 'a', 'y']);
    expect(kept({ ...cutOff, topK: 1 }, [1, 1], ['𐐷', '\uffee'])).toEqual(['\uffee']);
  });

  it('unmatched documents are among them only where they fill a ranking up', () => {
    const cutOff = { topK: 2, tiesAtCutOff: 'id-ascending', unmatched: 'fill' } as const;
    expect(kept(cutOff, [0, 5, 0], ['z', 'm', 'a'])).toEqual(['m', 'a']);
    expect(kept({ ...cutOff, unmatched: 'leave-out' }, [0, 5, 0], ['z', 'm', 'a'])).toEqual(['m']);
  });

  it('id-ascending: keeps what a sort by score, then id, puts first', () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.stringMatching(/^[a-c]{1,3}$/));
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { selector: ([, id]) => id }),
        fc.integer({ min: 1, max: 6 }),
        (rows, topK) => {
          const sorted = rows.toSorted(([x, a], [y, b]) => y - x || byCodePoint(a, b)).slice(0, topK);
          const cutOff = { topK, tiesAtCutOff: 'id-ascending', unmatched: 'fill' } as const;
          const found = kept(
            cutOff,
            rows.map(([score]) => score),
            rows.map(([, id]) => id),
          );
          expect(found.sort()).toEqual(sorted.map(([, id]) => id).sort());
        },
      ),
    );
  });
});
