import { firstPattern, textCheck } from '../check-of-each.js';

export const mojibake = textCheck(
  {
    name: 'mojibake',
    title: 'Wrongly decoded characters',
    definition:
      'Documents and queries with U+FFFD, with UTF-8 that was read as Windows-1252 or Latin-1 (Ã©, â€™, Î±, Â°), or with characters from U+0080 to U+009F.',
    severity: 'warning',
    fix: 'Read the source again as UTF-8: terms with such characters match nothing.',
  },
  firstPattern({
    'replacement character U+FFFD': /\ufffd/,
    // The first byte of a pair, then what the second byte is in either encoding.
    'UTF-8 read as Windows-1252':
      /[ÂÃÎÏ][\u00a0-\u00bfƒ‚„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[\u00a0-\u00bf‚„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/,
    'UTF-8 read as Latin-1': /[\u00c2\u00c3\u00ce\u00cf\u00e2][\u0080-\u009f]/,
    'Windows-1252 read as Latin-1': /[\u0080-\u009f]/,
    'a byte order mark read as text': /ï»¿/,
  }),
);
