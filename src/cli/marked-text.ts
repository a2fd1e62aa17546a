import { displayWidth, printableLine, styled } from '../core/index.js';
import type { Match } from '../experiment/record/index.js';

/** Words of a document that matter less than this are left unmarked: marking all marks none. */
const STRONG = 0.5;

/** A text in one line, its matched words marked. Whatever else it holds is only shown. */
export const markedLine = (text: string, matches: readonly Match[]): string => {
  const clean = (part: string): string => printableLine(part.replace(/\s+/g, ' '));
  let line = '';
  let at = 0;
  for (const { range, strength } of matches) {
    const [from, to] = range;
    if (strength < STRONG || from < at) continue;
    line += clean(text.slice(at, from)) + styled('match', clean(text.slice(from, to)));
    at = to;
  }
  return line + clean(text.slice(at));
};

/** A line broken at its spaces into lines of at most so many columns; a longer word is cut. */
export const wrapped = (text: string, columns: number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => inPieces(each, columns))) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
};

const inPieces = (word: string, columns: number): readonly string[] => {
  if (displayWidth(word) <= columns) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (displayWidth(piece + character) > columns) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
};

/** The first lines; that there are more is said by an ellipsis in the place of the last word. */
export const firstLines = (lines: readonly string[], most: number): readonly string[] => {
  if (lines.length <= most) return lines;
  const last = lines[most - 1]!;
  const word = last.lastIndexOf(' ');
  const end = word > last.search(/\S/) ? word : last.length - 2;
  return [...lines.slice(0, most - 1), `${last.slice(0, end)} …`];
};

const NO_BREAK = '\u00a0';
/** A part of a sum stays on its line, unless it is longer than a line. */
export const unbroken = (text: string): string => (text.length < 60 ? text.replaceAll(' ', NO_BREAK) : text);
export const broken = (text: string): string => text.replaceAll(NO_BREAK, ' ');
