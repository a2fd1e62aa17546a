import { describe, expect, it } from 'vitest';
import { automaton, CLASSES, DEAD } from './tokenizer-rules.js';
import { WORD_BREAK } from './word-break-class.js';

const pair = automaton({
  start: { accepting: false, moves: { letter: 'one' } },
  one: { accepting: false, moves: { letter: 'two', extend: 'one' } },
  two: { accepting: true, moves: {} },
});

const moved = (state: number, kind: keyof typeof WORD_BREAK): number | undefined =>
  pair.next[state * CLASSES + WORD_BREAK[kind]];

describe('automaton', () => {
  it('starts in its first state and moves by class', () => {
    expect(moved(0, 'letter')).toBe(1);
    expect(moved(1, 'extend')).toBe(1);
    expect(moved(1, 'letter')).toBe(2);
  });

  it('is dead where no move is given', () => {
    expect(moved(0, 'extend')).toBe(DEAD);
    expect(moved(2, 'letter')).toBe(DEAD);
  });

  it('knows where a match may end and where it must', () => {
    expect([...pair.accepting]).toEqual([0, 0, 1]);
    expect([...pair.final]).toEqual([0, 0, 1]);
  });

  it('knows what a match can start with', () => {
    expect(pair.starts).toEqual([WORD_BREAK.letter]);
  });
});
