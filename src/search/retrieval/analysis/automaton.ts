import { WORD_BREAK } from './word-break-class.js';

type ClassName = keyof typeof WORD_BREAK;

/** Where a state leads: the next state for each class of character that keeps a match alive. */
export type Moves = Readonly<Partial<Record<ClassName, string>>>;

/** A state is `accepting` if a match may end in it. */
export interface State {
  readonly accepting: boolean;
  readonly moves: Moves;
}

export const CLASSES = Object.keys(WORD_BREAK).length;
export const DEAD = 255;

/** A table rather than functions, since it is asked once for every character. State 0 is the start. */
export interface Automaton {
  /** The state after `state` reads a character of class `kind`, or `DEAD`, at `state * CLASSES + kind`. */
  readonly next: Uint8Array;
  /** 1 for states in which a match may end. */
  readonly accepting: Uint8Array;
  /** 1 for states behind which no character can make a match longer. */
  readonly final: Uint8Array;
  /** Classes a match can start with. */
  readonly starts: readonly number[];
}

/** Turns states by name, the first of which is the start, into tables. */
export const automaton = (states: Readonly<Record<string, State>>): Automaton => {
  const names = Object.keys(states);
  const rows = Object.values(states);
  const next = new Uint8Array(rows.length * CLASSES).fill(DEAD);
  rows.forEach(({ moves }, row) => {
    for (const [kind, target] of Object.entries(moves))
      next[row * CLASSES + WORD_BREAK[kind as ClassName]] = names.indexOf(target);
  });
  return {
    next,
    accepting: Uint8Array.from(rows, ({ accepting }) => Number(accepting)),
    final: Uint8Array.from(rows, ({ moves }) => Number(Object.keys(moves).length === 0)),
    starts: Object.keys(rows[0]!.moves).map((kind) => WORD_BREAK[kind as ClassName]),
  };
};
