import { type Flaw, firstPattern, textCheck } from '../text-check.js';

const plain = firstPattern({
  'masked as [**…**]': /\[\*\*/,
  'masked as [REDACTED]': /[[<](?:redacted|masked|mask|de-?identified|name|hospital|date|phone)[\]>]/i,
  'row of underscores': /___/,
  'row of X': /\bX{4,}\b|\bx{4,}\b/,
  'row of asterisks': /\*{3}/,
});

const STARS = /\*\*/g;

/** Pairs of stars around words are bold type; a single pair of stars, or one with a space inside, stands for something left out. */
const loneStars = (text: string): Flaw | undefined => {
  const places = [...text.matchAll(STARS)].map(({ index }) => index);
  for (let i = 0; i < places.length; ) {
    const [begin, end] = [places[i]!, places[i + 1]];
    const isBold =
      end !== undefined && end > begin + 2 && /\S/.test(text[begin + 2]!) && /\S/.test(text[end - 1]!);
    if (!isBold) return { detail: 'masked as **', at: begin };
    i += 2;
  }
  return undefined;
};

/** Texts in which something was masked. */
export const maskingMarks = textCheck(
  {
    name: 'masking-marks',
    title: 'Masking marks',
    definition:
      'Documents and queries in which something was made unreadable: ** that is no bold type, [**…**], [REDACTED], three or more asterisks or underscores, four or more X.',
    severity: 'note',
    fix: 'Check that no clinical finding was masked, and replace marks by a neutral word.',
  },
  (text) => plain(text) ?? loneStars(text),
);
