import type { FolderFormat } from './formats/index.js';

/** Where the parts of a document are in the text of its line; a part that is not there is empty. */
export interface PlainRow {
  readonly id: Int32Array;
  readonly title: Int32Array;
  readonly text: Int32Array;
}

/** Characters that a JSON string cannot have as they are; a line feed is never within a line. */
const SPECIAL = /[\0-\x09\x0b-\x1f\\]/g;

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Finds the parts of documents in lines such as `{"id": "7", "text": "Fever"}` without parsing them: strings alone, each field once,
 * no escapes, no spaces but U+0020. Nearly all lines of a corpus are like that; any other is left to the parser.
 */
export const plainRows = (block: string, { fields }: Pick<FolderFormat, 'fields'>) => {
  const row: PlainRow = { id: new Int32Array(2), title: new Int32Array(2), text: new Int32Array(2) };
  const parts = [
    { key: `"${fields.id}"`, range: row.id },
    { key: '"text"', range: row.text },
    ...(fields.title ? [{ key: `"${fields.title}"`, range: row.title }] : []),
  ];
  /** The first special character that is not before the string looked at last. */
  let special = -1;

  const behindSpaces = (at: number): number => {
    let behind = at;
    while (block.charCodeAt(behind) === SPACE) behind++;
    return behind;
  };
  /** Where the string that begins at `start` ends: its closing quote, or -1 if there is none in the line or the string has escapes. */
  const stringEnd = (start: number, lineEnd: number): number => {
    const end = block.indexOf('"', start);
    if (end < 0 || end >= lineEnd) return -1;
    if (special < start) {
      SPECIAL.lastIndex = start;
      special = SPECIAL.exec(block)?.index ?? block.length;
    }
    return special < end ? -1 : end;
  };

  /** The parts of the document in `block[start, end)`, until the next call; nothing if the line is not plain. */
  return (start: number, end: number): PlainRow | undefined => {
    for (const { range } of parts) range.fill(0);
    let at = start;
    for (let separator = OPEN; block.charCodeAt(at) === separator; separator = COMMA) {
      const keyAt = behindSpaces(at + 1);
      const part = parts.find(({ key }) => block.startsWith(key, keyAt));
      if (part?.range[1] !== 0) return undefined; // another field, or the same one again
      const colonAt = behindSpaces(keyAt + part.key.length);
      const quoteAt = behindSpaces(colonAt + 1);
      if (block.charCodeAt(colonAt) !== COLON || block.charCodeAt(quoteAt) !== QUOTE) return undefined;
      const closing = stringEnd(quoteAt + 1, end);
      if (closing < 0) return undefined;
      part.range[0] = quoteAt + 1;
      part.range[1] = closing;
      at = behindSpaces(closing + 1);
    }
    const ended = block.charCodeAt(at) === CLOSE && behindSpaces(at + 1) === end;
    return ended && row.id[1]! > row.id[0]! && row.text[1] !== 0 ? row : undefined;
  };
};
