import { own, printableLine } from '../../core/index.js';

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': "''",
  '–': '--',
  '—': '---',
  '…': '\\ldots{}',
  '×': '$\\times$',
  '‘': '`',
  '’': "'",
  '“': '``',
  '”': "''",
};

/** A text as LaTeX prints it. What pdfTeX has no letter for is written by its number, so that the file compiles. */
export const latexText = (text: string): string =>
  [...printableLine(text)]
    .map((character) => own(SPECIAL, character) ?? (isPlain(character) ? character : numbered(character)))
    .join('');

/** ASCII, and the accented letters of Latin-1. */
const isPlain = (character: string): boolean => /^[ -~À-ÖØ-öø-ÿ]$/.test(character);

const numbered = (character: string): string =>
  `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;
