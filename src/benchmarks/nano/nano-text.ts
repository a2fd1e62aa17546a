import { type Document, PYTHON_SPACE } from '../../core/index.js';

const SPACE = new RegExp(PYTHON_SPACE);

/** Python's `str.strip()`. (A regular expression for the end of a text takes quadratic time on long gaps within it.) */
export const trimmed = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && SPACE.test(text[start]!)) start++;
  while (end > start && SPACE.test(text[end - 1]!)) end--;
  return text.slice(start, end);
};

/** A document as one text: title and body trimmed, with a blank line between where both exist and differ. */
export const nanoText = (document: Pick<Document, 'title' | 'text'>): string => {
  const title = trimmed(document.title ?? '');
  const body = trimmed(document.text);
  return title && body && title !== body ? `${title}\n\n${body}` : body || title;
};
