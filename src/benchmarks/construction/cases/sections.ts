import { blocksOf } from '../chunk/blocks.js';
import type { Span } from '../chunk/span.js';
import { foldedWords } from './folded-words.js';

/** Words in the name of a section that tell the diagnosis, or what was done because of it. */
export const TELLING_SECTIONS = [
  ...['diagnosis', 'diagnostic', 'treatment', 'therapy', 'management', 'outcome', 'follow', 'prognosis'],
  ...['discussion', 'conclusion', 'discharge', 'comment', 'teaching'],
] as const;

const LONGEST_NAME = 60;

/**
 * The parts of a text that are in sections with such a word in their names. A section begins with a name in brackets, as `[Diagnosis]`, wherever
 * it stands, with a heading, or with a line such as `Treatment: …`, and goes on to the next name.
 */
export const tellingSections = (text: string, words: readonly string[]): readonly Span[] => {
  const telling = new Set(words.flatMap((word) => foldedWords(word).map((each) => each.word)));
  const marks = sectionNames(text);
  return marks.flatMap(({ name, start }, i) => {
    const end = marks[i + 1]?.start ?? text.length;
    return foldedWords(name).some(({ word }) => telling.has(word)) ? [{ start, end }] : [];
  });
};

interface SectionName {
  readonly name: string;
  readonly start: number;
}

const sectionNames = (text: string): readonly SectionName[] => {
  const names: SectionName[] = [];
  for (const { kind, start, end } of blocksOf(text)) {
    if (kind === 'heading') names.push({ name: text.slice(start, end), start });
    else names.push(...lineNames(text, start, end));
  }
  names.push(...bracketNames(text));
  return names
    .sort((a, b) => a.start - b.start)
    .filter(({ start }, i, all) => i === 0 || all[i - 1]!.start !== start);
};

/** `Treatment: colchicine`: up to four words and a colon at the beginning of a block. */
const lineNames = (text: string, start: number, end: number): readonly SectionName[] => {
  const colon = text.slice(start, Math.min(end, start + LONGEST_NAME)).indexOf(':');
  if (colon < 1) return [];
  const name = text.slice(start, start + colon);
  return /^\p{Lu}/u.test(name) && foldedWords(name).length <= 4 ? [{ name, start }] : [];
};

/** `[Chief complaint]`: letters in square brackets; with digits it is a citation. */
const bracketNames = (text: string): readonly SectionName[] => {
  const names: SectionName[] = [];
  for (let open = text.indexOf('['); open >= 0; open = text.indexOf('[', open + 1)) {
    const length = text.slice(open, open + LONGEST_NAME).indexOf(']');
    if (length < 2) continue;
    const name = text.slice(open + 1, open + length);
    if (/^\p{L}[^\d]*$/u.test(name)) names.push({ name, start: open });
  }
  return names;
};
