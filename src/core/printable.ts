/**
 * What a terminal obeys or hides instead of showing: control characters (C0, DEL, C1, so every escape sequence), marks
 * that turn the direction of writing, other invisible format characters, line separators, lone surrogates.
 * The joiners of Persian and of emoji, and the Arabic signs that enclose numbers, are ordinary text.
 */
const UNSAFE =
  /(?![\u200c-\u200d\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

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
