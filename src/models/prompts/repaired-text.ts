/** What ftfy takes for single and for double quotes, whichever way they curl. */
const SINGLE = /[\u02bc\u2018-\u201b]/g;
const DOUBLE = /[\u201c-\u201f]/g;
/** Letters that were printed as one, and letters as wide as Chinese ones. */
const LIGATURES = /[\u0132\u0133\u0149\u01f1-\u01f3\u01c4-\u01cc\ufb00-\ufb04\ufb06]/g;
const WIDE = /[\u3000\uff01-\uffef]/g;
const CONTROLS = /[\0-\x08\x0b\x0e-\x1f\x7f\u206a-\u206f\ufeff\ufff9-\ufffc]/g;

/**
 * The part of ftfy's `fix_text` that needs no guess: straight quotes, ligatures and wide letters as plain ones, no control characters,
 * composed letters. Wrong encodings, HTML entities and escapes of terminals stay.
 */
export const repairedText = (text: string): string =>
  text
    .replace(LIGATURES, composed)
    .replaceAll('\ufb05', '\u017ft')
    .replace(WIDE, composed)
    .replace(SINGLE, "'")
    .replace(DOUBLE, '"')
    .replace(CONTROLS, '')
    .normalize('NFC');

const composed = (letter: string): string => letter.normalize('NFKC');
