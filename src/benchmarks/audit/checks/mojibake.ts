import { firstPattern, textCheck } from '../check-of-each.js';

const UPPER = Uint8Array.from({ length: 0x80 }, (_, i) => 0x80 + i);
const LATIN_1 = String.fromCharCode(...UPPER);
/** Node decodes windows-1252 as Latin-1, so its characters of 0x80 to 0x9F are written here. */
const WINDOWS = `€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ${LATIN_1.slice(0x20)}`;
/** What bytes from 0x80 on are read as, and the characters with which UTF-8 of Latin, Greek, Cyrillic letters and signs then begins. */
const READINGS = (
  [
    ['Windows-1252', WINDOWS, 'ÂÃÎÏÐÑâï'],
    ['Latin-1', LATIN_1, 'ÂÃÎÏÐÑâï'],
    ['Mac OS Roman', new TextDecoder('macintosh').decode(UPPER), '¬√Œœ‚Ô'],
  ] as const
).map(([name, characters, leads]) => ({
  name,
  leads,
  bytes: new Map([...characters].map((character, i) => [character, 0x80 + i])),
}));
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** One capital before a quote, as at the end of “ESPAÑ”, is no Cyrillic letter: of these there are words. */
const CYRILLIC = /[ÐÑ]/;
const RUN = /[^\0-\x7f]{2,20}/g;

const patterns = firstPattern({
  'replacement character U+FFFD': /\ufffd/,
  'Windows-1252 read as Latin-1': /[\u0080-\u009f]/,
  'a character of private use': /[\ue000-\uf8ff]/,
  'question marks for letters': /\?{3} \?{2}/,
  'an escape that was not read':
    /\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|(?:\\n){2}|[a-z.,]\\n(?=[A-Z])|%20[a-z]{1,40}%20/,
});

export const mojibake = textCheck(
  {
    name: 'mojibake',
    title: 'Wrongly decoded characters',
    definition:
      'Documents and queries with UTF-8 that was read as Windows-1252, Latin-1 or Mac OS Roman (Ã©, â€™, Î±, √©): characters that are UTF-8 once they are written in that encoding; or with U+FFFD, characters from U+0080 to U+009F or of private use, words of question marks, or escapes that were not read (\\u00e9, %20).',
    severity: 'warning',
    fix: 'Read the source again as UTF-8: terms with such characters match nothing.',
  },
  (looked) => wronglyRead(looked.text) ?? patterns(looked),
);

/** Where characters are that UTF-8 gives if it is read in another encoding. */
const wronglyRead = (text: string) => {
  for (const { 0: run, index } of text.matchAll(RUN))
    for (let from = 0; from < run.length - 1; from++)
      for (const { name, leads, bytes } of READINGS) {
        if (!leads.includes(run[from]!) || (CYRILLIC.test(run[from]!) && run.length < 4)) continue;
        if (isUtf8(run.slice(from, from + 3), bytes))
          return { detail: `UTF-8 read as ${name}`, at: index + from };
      }
  return undefined;
};

/** Whether the first two or three characters, written as bytes, are one character. */
const isUtf8 = (characters: string, bytes: ReadonlyMap<string, number>): boolean =>
  [2, 3].some((length) => {
    const written = Array.from(characters.slice(0, length), (each) => bytes.get(each) ?? 0);
    try {
      return utf8.decode(Uint8Array.from(written)).length === 1;
    } catch {
      return false;
    }
  });
