import { printable } from './printable.js';

/**
 * How a terminal shows a piece of text, by SGR codes for on and off. Only bold, faint, and the terminal's own green and red: its theme makes them
 * readable on dark and on light.
 */
const STYLES = {
  /** A word that matched: in single guillemets where nothing is coloured, so that files and pipes hold the marks too. */
  match: [1, 22],
  strong: [1, 22],
  faint: [2, 22],
  good: [32, 39],
  bad: [31, 39],
} as const;

export type Style = keyof typeof STYLES;

const NAMES = Object.keys(STYLES) as Style[];
/** Noncharacters of Unicode stand for the styles until it is known what the terminal takes. `printableLine` makes those of a text visible. */
const FIRST = 0xfdd0;
const OFF = '\ufddf';
const MARK = /[\ufdd0-\ufddf]/;

/** A text that is safe to print (`printableLine`), marked with a style. */
export const styled = (style: Style, text: string): string =>
  text === '' ? '' : `${String.fromCharCode(FIRST + NAMES.indexOf(style))}${text}${OFF}`;

/** A composed text as it is written: safe to print, its styles as colours or left out. A style ends with its line. */
export const shownText = (text: string, colours: boolean): string => {
  if (!MARK.test(text)) return printable(text);
  return text
    .split('\n')
    .map((line) => shownLine(line, colours))
    .join('\n');
};

const shownLine = (line: string, colours: boolean): string => {
  let out = '';
  let open: Style | undefined;
  const end = (): void => {
    if (open) out += colours ? `\u001b[${STYLES[open][1]}m` : open === 'match' ? '›' : '';
    open = undefined;
  };
  for (const piece of line.split(/([\ufdd0-\ufddf])/)) {
    if (!MARK.test(piece)) {
      out += printable(piece);
      continue;
    }
    end();
    open = NAMES[piece.charCodeAt(0) - FIRST];
    if (open) out += colours ? `\u001b[${STYLES[open][0]}m` : open === 'match' ? '‹' : '';
  }
  end();
  return out;
};

/** A text without the marks of its styles, to measure it. */
export const unstyled = (text: string): string => text.replace(/[\ufdd0-\ufddf]/g, '');
