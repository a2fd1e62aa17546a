import { firstPattern, textCheck } from '../check-of-each.js';

export const controlCharacters = textCheck(
  {
    name: 'control-characters',
    title: 'Invisible characters, and joined letters',
    definition:
      'Documents and queries with control characters other than tab and line end (up to U+001F, and U+007F), zero-width spaces, soft hyphens, byte order marks, or letters that a typesetter joined (ﬁ, ﬂ).',
    severity: 'note',
    fix: 'Remove them, or write joined letters apart: a search does not find such words.',
  },
  firstPattern({
    'control character': /(?![\t\n\r\u0080-\u009f])\p{Cc}/u,
    'soft hyphen': /\u00ad/,
    'zero-width space': /[\u200b\u2060]/,
    'byte order mark': /\ufeff/,
    'joined letters': /[\ufb00-\ufb06]/,
  }),
);
