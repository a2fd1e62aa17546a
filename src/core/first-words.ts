import { PYTHON_SPACE } from './python-space.js';

/** A text as a model is shown it. */
export interface ShownText {
  readonly text: string;
  /** Whether its end was left out. */
  readonly cut: boolean;
}

const WORD = new RegExp(`${PYTHON_SPACE.replace('[', '[^')}+`, 'g');

/**
 * The first words of a text with one space between them: Python's `' '.join(text.split()[:count])`. So white space of any
 * kind and length becomes one space, whether or not anything is cut.
 */
export const firstWords = (text: string, count: number): ShownText => {
  const words: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    if (words.length === count) return { text: words.join(' '), cut: true };
    words.push(word);
  }
  return { text: words.join(' '), cut: false };
};
