/**
 * A character that Python's `str.split()` and `str.strip()` take for white space, as a class of a regular expression.
 * JavaScript's own know neither U+001C to U+001F nor U+0085, and add U+FEFF.
 */
export const PYTHON_SPACE =
  '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
