// Text nobody wrote, with the statistics that cost a search engine its time: function words at their natural share,
// a vocabulary that follows Zipf's law and needs stemming, texts that repeat, lengths that vary.

const FUNCTION_WORDS =
  `the of and to in a is that for it with as was on are by be this which or from at not but
have an they has were their can will if more when these who been also would into such than there other may some`
    .split(/\s+/)
    .filter(Boolean);
const SYLLABLES =
  `car dio ne phro my o path hae mo glo bin der ma ti thy ro sta sis lu po re nal pul mon ec to
my gen cy ste a ce tyl fi bro in su li va so pres ca te cho la mi ne pep si do ser to vi ru bac te`
    .split(/\s+/)
    .filter(Boolean);
const ENDINGS = [
  '',
  '',
  '',
  's',
  'ed',
  'ing',
  'al',
  'ation',
  'ic',
  'ity',
  'ous',
  'ly',
  'ness',
  'ment',
  'er',
  'ive',
];
const ENDS_OF_SENTENCE = ['. ', '. ', '. ', '? ', '; ', ', '];

/** Uniform numbers in [0, 1) from a seed (Mulberry32). */
export const dice = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

const VOCABULARY = 120_000;
/** Zipf–Mandelbrot as fitted to English: weight 1 / (rank + 2.7). */
const SHIFT = 2.7;

/** A writer of invented texts; equal seeds write equal texts. */
export const writer = (seed) => {
  const roll = dice(seed);
  const pick = (list) => list[Math.floor(roll() * list.length)];
  const vocabulary = words();
  const total = Math.log((VOCABULARY + SHIFT) / SHIFT);
  const contentWord = () => vocabulary[Math.floor(SHIFT * Math.exp(roll() * total) - SHIFT)];
  const functionWord = () => FUNCTION_WORDS[Math.floor(roll() ** 2 * FUNCTION_WORDS.length)];

  /** A text of about so many characters. */
  const text = (characters) => {
    let written = '';
    let untilStop = 0;
    while (written.length < characters) {
      if (untilStop === 0) untilStop = 6 + Math.floor(roll() * 14);
      const word = roll() < 0.42 ? functionWord() : contentWord();
      const begins = written === '' || written.endsWith('. ') || written.endsWith('? ');
      written += begins ? word[0].toUpperCase() + word.slice(1) : word;
      written += --untilStop === 0 ? pick(ENDS_OF_SENTENCE) : ' ';
    }
    return written.trimEnd();
  };
  /** Lengths around a mean, many short and a few long, as passages have them. */
  const length = (mean) => Math.max(1, mean * 0.82 * Math.exp((roll() + roll() + roll() - 1.5) * 1.25));
  return { roll, text, length };
};

const words = () => {
  const roll = dice(1);
  const pick = (list) => list[Math.floor(roll() * list.length)];
  const made = new Set();
  while (made.size < VOCABULARY) {
    const syllables = 1 + Math.floor(roll() * 3.5);
    made.add(Array.from({ length: syllables }, () => pick(SYLLABLES)).join('') + pick(ENDINGS));
  }
  return [...made];
};
