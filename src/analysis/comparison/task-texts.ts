import { type Document, trimmedEnd } from '../../core/index.js';

const FIRST_WORDS = 60;

/** What a document is called in one line: its title, or its first words. */
export const titleOf = ({ title, text }: Document): string => firstWords(title?.trim() || text);

/** The first words of a text, on one line and without control characters, which could play with a terminal. */
export const firstWords = (text: string, longest = FIRST_WORDS): string => {
  const line = text
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest);
  return `${trimmedEnd(cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)), /[\s.,;:]/)}…`;
};
