import { textCheck } from '../check-of-each.js';

/** Words that only English has, and words that it does not have: sentences are full of them, names and terms are not. */
const ENGLISH = new Set(
  'the and with that this these which from are were been has had by not she his her they their after without who when there it for'.split(
    ' ',
  ),
);
const OTHERS = new Set(
  [
    'der und ist nicht von ein eine einer einem wurde wird bei dem auf für sich auch nach zum zur mit oder haben hat sie seit über',
    'le les des une est dans pour avec sur qui du sont été cette aux ses depuis chez elle pas mais',
    'el los las del con por para que fue está sus pero desde hace muy una se',
    'il della di che gli nel sono alla delle dei è anche stato dal per non ha',
    'os uma não com foi dos ao em são pela pelo há mas',
    'het een niet zijn voor ook werd naar bij wordt heeft van',
  ].flatMap((words) => words.split(' ')),
);
/** A sentence or more: so many words in a row, with so many small words of one language and hardly any of the other. */
const ROW = 15;
const LEAST_WORDS = 5;
const LEAST_DIFFERENT = 4;

export const mixedLanguages = textCheck(
  {
    name: 'mixed-languages',
    title: 'Texts in English and another language',
    definition: `Documents and queries with ${ROW} words in a row of which ${LEAST_WORDS} or more (${LEAST_DIFFERENT} different ones) are small words of German, French, Spanish, Italian, Portuguese or Dutch and at most one is a small word of English, and ${ROW} others with as many of English: half translated, or two languages in one text.`,
    severity: 'warning',
    fix: 'Translate the rest, or leave out the text in one of the two languages.',
  },
  ({ text }) => {
    const words = [...text.matchAll(/\p{L}+/gu)];
    const isOf = (language: ReadonlySet<string>) => words.map(([word]) => language.has(word.toLowerCase()));
    const others = isOf(OTHERS);
    if (others.filter(Boolean).length < LEAST_WORDS) return undefined;
    const english = isOf(ENGLISH);
    const foreign = rowOf(words, others, english);
    if (foreign === undefined || rowOf(words, english, others) === undefined) return undefined;
    return {
      detail: `another language than English from “${words[foreign]![0]}” on`,
      at: words[foreign]!.index,
    };
  },
);

/** The first word of a row that is full of one language's small words and nearly free of the other's. */
const rowOf = (
  words: readonly RegExpExecArray[],
  wanted: readonly boolean[],
  other: readonly boolean[],
): number | undefined => {
  for (let from = 0; from + LEAST_WORDS <= words.length; from++) {
    if (!wanted[from]) continue;
    const own = new Map<string, number>();
    let strange = 0;
    for (let i = from; i < Math.min(from + ROW, words.length); i++) {
      if (other[i]) strange += 1;
      const word = words[i]![0].toLowerCase();
      if (wanted[i]) own.set(word, (own.get(word) ?? 0) + 1);
    }
    const count = [...own.values()].reduce((sum, each) => sum + each, 0);
    if (count >= LEAST_WORDS && own.size >= LEAST_DIFFERENT && strange <= 1) return from;
  }
  return undefined;
};
