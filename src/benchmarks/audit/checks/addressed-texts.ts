import type { AuditExample } from '../../../experiment/record/index.js';
import { type Check, tally } from '../check.js';

/** Words that a text has about itself and its task, and words of one who speaks to somebody. */
const ABOUT = new Set(
  (
    'passage text question query answer summary translation response request prompt rephrased rewritten paraphrased summarized summarised reformulated version disclaimer instruction instructions information confusion output generated requested topic ' +
    "apologies remember would like i'm i'll i'd i've me my you you'd you'll your yours sorry please thank thanks sure certainly hello hi dear let's assistant ai intelligence assist provide provided"
  ).split(' '),
);
/** "Translation:", which begins a text that somebody else asked for. */
const LABEL =
  /^(?:translation|summary|rephrased|rewritten|paraphrased?|reformulated|disclaimer|note(?=:)|answer|response|output|result|query|question|revised)\b[^.!?\n]{0,30}:/i;
const LEAST_WORDS = 2;
const MOST_LENGTH = 200;
/** In a forum people speak to each other: what more documents do is how the corpus speaks. */
const MOST_SHARE = 0.05;

export const addressedTexts: Check = {
  name: 'addressed-texts',
  title: 'Documents that speak about themselves or to a reader',
  definition: `Documents whose first or last sentence (at most ${MOST_LENGTH} characters) has ${LEAST_WORDS} different words or more such as “you”, “please”, “sorry”, “passage”, “question” and “summary”, or that begin with a label such as “Translation:”; counted only if at most ${100 * MOST_SHARE} % of all documents do so.`,
  severity: 'note',
  unit: 'documents',
  fix: 'Read them: it may be what a language model, or an editor, said besides the text.',
  start: (_, most) => {
    const found: AuditExample[] = [];
    return {
      row: ({ id, text }) => {
        const trimmed = text.trim();
        // Whole words: the beginning of “mechanism” is “me”.
        const isLong = trimmed.length > MOST_LENGTH;
        const begin = isLong ? trimmed.slice(0, trimmed.lastIndexOf(' ', MOST_LENGTH)) : trimmed;
        const end = isLong ? trimmed.slice(trimmed.indexOf(' ', trimmed.length - MOST_LENGTH)) : trimmed;
        const first = /^[^.!?:\n]*/.exec(begin)![0];
        const last = end.split(/[.!?\n]\s/).at(-1)!;
        const label = LABEL.exec(trimmed.slice(0, 60))?.[0];
        const said = [first, last].find((sentence) => aboutIn(sentence).size >= LEAST_WORDS);
        if (label !== undefined) found.push({ documents: [id], detail: `begins with “${label}”` });
        else if (said !== undefined)
          found.push({ documents: [id], detail: `says “${[...aboutIn(said)].join('” and “')}”` });
      },
      finish: ({ ids }) => {
        const counted = tally(most);
        if (found.length <= MOST_SHARE * ids.length) for (const example of found) counted.add(example);
        return counted.of(ids.length);
      },
    };
  },
};

const aboutIn = (sentence: string): ReadonlySet<string> =>
  new Set(
    (
      sentence
        .toLowerCase()
        .replaceAll('’', "'")
        .match(/[a-z]+(?:'[a-z]+)?/g) ?? []
    ).filter((word) => ABOUT.has(word)),
  );
