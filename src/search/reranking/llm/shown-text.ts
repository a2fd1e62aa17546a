import type { ShownText } from '../../../core/index.js';

/** The first characters as Python counts them: code points, so that none is cut in half. */
export const firstCharacters = (text: string, count: number): ShownText => {
  let end = 0;
  let characters = 0;
  for (const character of text) {
    if (characters === count) return { text: text.slice(0, end), cut: true };
    end += character.length;
    characters += 1;
  }
  return { text, cut: false };
};

/** Line ends, however many in a row, become one space: Python's `re.sub('\n+', ' ', text)`. */
export const onOneLine = (text: string): string => text.replace(/\n+/g, ' ');
