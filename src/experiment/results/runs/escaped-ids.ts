/**
 * Ids in TREC files. trec_eval ends a column at white space and has no escape, so an id with white space is written
 * with percent signs and its line's system ends in `+escaped`. Only such lines are read back that way; all others
 * mean what they say, percent signs included.
 */
export const ESCAPED = '+escaped';

/** White space of Python's `split` as well as C's, control characters, and the byte order mark. */
const UNWRITABLE = /[\s\p{Cc}]/gu;
const LOOKS_ESCAPED = /%(?=[0-9A-Fa-f]{2})/g;
const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g;
/** The empty id is written so. The id "%" itself is written as "%25". */
const NOTHING = '%';

export const needsEscape = (id: string): boolean => id === '' || id.search(UNWRITABLE) >= 0;

/** Whether an id would be read as another one on an escaped line. */
export const looksEscaped = (id: string): boolean => id === NOTHING || id.search(LOOKS_ESCAPED) >= 0;

export const escapeId = (id: string): string => {
  if (id === '') return NOTHING;
  if (id === NOTHING) return '%25';
  return id.replace(LOOKS_ESCAPED, '%25').replace(UNWRITABLE, encodeURIComponent);
};

/** The id that `escapeId` wrote, or undefined where the escapes are not UTF-8. */
export const unescapeId = (text: string): string | undefined => {
  if (text === NOTHING) return '';
  try {
    return text.replace(ESCAPES, decodeURIComponent);
  } catch {
    return undefined;
  }
};
