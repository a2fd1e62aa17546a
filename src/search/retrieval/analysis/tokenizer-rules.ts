import { WORD_BREAK } from './word-break-class.js';

type ClassName = keyof typeof WORD_BREAK;

/** Where a state leads: the next state for each class of character that keeps a match alive. */
type Moves = Readonly<Partial<Record<ClassName, string>>>;

/** A state is `accepting` if a match may end in it. */
interface State {
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

/**
 * The rules of Lucene 9's StandardTokenizer as automata: word boundaries of Unicode Standard Annex 29, emoji
 * sequences of Unicode Technical Standard 51. A token is the longest match of any of them.
 */

const accepting = (moves: Moves): State => ({ accepting: true, moves });
const pending = (moves: Moves): State => ({ accepting: false, moves });

const to = (target: string, ...kinds: readonly (keyof Moves)[]): Moves =>
  Object.fromEntries(kinds.map((kind) => [kind, target]));

/** Characters that an emoji carries along, but for the two selectors of its presentation. */
const attached = (target: string): Moves =>
  to(target, 'extend', 'complexExtend', 'modifier', 'keycap', 'zwj', 'tag', 'tagEnd');

/** WB4: a character and what extends it are one. */
const extended = (target: string): Moves => ({
  ...attached(target),
  ...to(target, 'textSelector', 'emojiSelector'),
});

const letters: Moves = { letter: 'letter', letterPictograph: 'letter', hebrewLetter: 'hebrew' };
const numbers: Moves = { keycapDigit: 'number', numeric: 'number' };
const lettersAndNumbers: Moves = { ...letters, ...numbers, extendNumLet: 'joined' };

/** WB5 to WB13b: letters and numbers, what may be between them, and connectors such as the underscore. */
const word = automaton({
  start: pending({ ...letters, ...numbers, katakana: 'katakana', extendNumLet: 'opened' }),
  opened: pending({
    ...letters,
    ...numbers,
    katakana: 'katakana',
    extendNumLet: 'opened',
    ...extended('opened'),
  }),
  letter: accepting({
    ...lettersAndNumbers,
    ...to('midLetter', 'midLetter', 'midNumLet', 'singleQuote'),
    ...extended('letter'),
  }),
  hebrew: accepting({
    ...lettersAndNumbers,
    ...to('midLetter', 'midLetter', 'midNumLet'),
    singleQuote: 'hebrewQuoted',
    doubleQuote: 'midHebrew',
    ...extended('hebrew'),
  }),
  number: accepting({
    ...lettersAndNumbers,
    ...to('midNumber', 'midNum', 'midNumLet', 'singleQuote'),
    ...extended('number'),
  }),
  katakana: accepting({ katakana: 'katakana', extendNumLet: 'joined', ...extended('katakana') }),
  joined: accepting({ ...lettersAndNumbers, katakana: 'katakana', ...extended('joined') }),
  // A Hebrew letter here ends what the mark holds together and takes no quotation mark of its own.
  midLetter: pending({
    ...to('letter', 'letter', 'letterPictograph', 'hebrewLetter'),
    ...extended('midLetter'),
  }),
  midNumber: pending({ ...numbers, ...extended('midNumber') }),
  midHebrew: pending({ hebrewLetter: 'hebrewQuoted', ...extended('midHebrew') }),
  hebrewQuoted: accepting({ ...lettersAndNumbers, ...extended('hebrewQuoted') }),
});

const pictures = (target: string): Moves => to(target, 'pictograph', 'letterPictograph');

/** Pictographs, alone or joined by ZWJ, with skin tones, presentation selector or tags. */
const emoji = automaton({
  start: pending({ ...pictures('picture'), modifier: 'tone', zwj: 'leadingJoiner' }),
  leadingJoiner: pending({ ...pictures('picture'), zwj: 'leadingJoiner' }),
  picture: accepting({ ...attached('picture'), zwj: 'pictureJoiner', emojiSelector: 'selected' }),
  pictureJoiner: accepting({
    ...attached('picture'),
    zwj: 'pictureJoiner',
    emojiSelector: 'selected',
    ...pictures('later'),
  }),
  selected: accepting({ zwj: 'joiner', tag: 'tagged' }),
  tagged: pending({ tag: 'tagged', tagEnd: 'tagsEnded' }),
  tagsEnded: accepting({}),
  later: accepting({ ...attached('later'), zwj: 'laterJoiner', emojiSelector: 'laterSelected' }),
  laterJoiner: accepting({
    ...attached('later'),
    zwj: 'laterJoiner',
    emojiSelector: 'laterSelected',
    ...pictures('later'),
  }),
  laterSelected: accepting({ zwj: 'joiner' }),
  joiner: pending({ ...pictures('later'), modifier: 'tone', zwj: 'joiners' }),
  joiners: pending({ ...pictures('later'), zwj: 'joiners' }),
  tone: accepting({ ...attached('tone'), zwj: 'toneJoiner' }),
  toneJoiner: accepting({ ...attached('tone'), zwj: 'toneJoiner', ...pictures('later') }),
});

/** A digit, # or * under the enclosing keycap. */
const keycap = automaton({
  start: pending(to('base', 'keycapDigit', 'keycapSymbol')),
  base: pending({ ...attached('base'), keycap: 'capped', emojiSelector: 'selected' }),
  capped: accepting({ ...attached('capped'), emojiSelector: 'selected' }),
  selected: pending({ keycap: 'cappedAgain' }),
  cappedAgain: accepting(attached('cappedAgain')),
});

/** Two regional indicators: a flag. */
const flag = automaton({
  start: pending({ regionalIndicator: 'half' }),
  half: pending({ regionalIndicator: 'whole', ...extended('half') }),
  whole: accepting(extended('whole')),
});

/** Thai, Lao, Khmer, Myanmar and other scripts whose words need a dictionary: a run is one token. */
const complex = automaton({
  start: pending(to('run', 'complex', 'complexExtend')),
  run: accepting({ complex: 'run', ...extended('run') }),
});

/** Han and Hiragana: every character is a token. */
const single = automaton({ start: pending({ single: 'one' }), one: accepting(extended('one')) });

export const TOKENIZER_RULES: readonly Automaton[] = [word, emoji, keycap, flag, complex, single];
