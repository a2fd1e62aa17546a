/**
 * What a terminal obeys or hides instead of showing: control characters (C0, DEL, C1, so every escape sequence), marks
 * that turn the direction of writing, other invisible format characters, line separators, lone surrogates, and the noncharacters
 * that mark styles (`styled`).
 * The joiners of Persian and of emoji, and the Arabic signs that enclose numbers, are ordinary text.
 */
const UNSAFE =
  /(?![\u200c-\u200d\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufdd0-\ufddf]/gu;

const visible = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`;

/** Text of several lines that is safe to print: line ends and tabs stay, whatever else a terminal obeys is made visible. */
export const printable = (text: string): string =>
  text.replace(UNSAFE, (character) =>
    character === '\n' || character === '\t' ? character : visible(character),
  );

const SHORT = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Text safe to print that stays on one line: a cell of a table, a name inside a sentence. */
export const printableLine = (text: string): string =>
  text.replace(UNSAFE, (character) => SHORT.get(character) ?? visible(character));

/** JSON that is safe to print. JSON.stringify leaves DEL, C1, bidi marks and line separators as they are. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(UNSAFE, (character) =>
    character === '\n'
      ? character
      : Array.from(
          { length: character.length },
          (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
        ).join(''),
  );

/** Drawn over the character before, or not drawn at all. */
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u;

/** Emoji, Chinese, Japanese and Korean signs and full-width forms take two columns of a terminal. */
const WIDE =
  /^[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]$/u;

const ASCII = /^[ -~]*$/;

/** Columns that a text takes on a terminal. */
export const displayWidth = (text: string): number => {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
};

/** The start of a text that takes at most `columns` columns. */
export const fitted = (text: string, columns: number): string => {
  if (text.length <= columns && ASCII.test(text)) return text;
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += displayWidth(character);
    if (width > columns) break;
    end += character.length;
  }
  return text.slice(0, end);
};

/** A text of at most `columns` columns: one that is longer ends in an ellipsis. */
export const cut = (text: string, columns: number): string =>
  displayWidth(text) <= columns ? text : `${fitted(text, columns - 1)}…`;

/** A text filled with spaces to `columns` columns. */
export const padded = (text: string, columns: number, align: 'left' | 'right'): string => {
  const spaces = ' '.repeat(Math.max(0, columns - displayWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
};
