import type { AuditExample } from '../../../experiment/record/index.js';
import { type Check, tally } from '../check.js';
import { excerpt } from '../excerpt.js';

/** Words that only English has, and words that it does not have: sentences are full of them, names and terms are not. */
const ENGLISH =
  'the and with that this these which from are were been has had by not she his her they their after without who when there it for';
const OTHERS = [
  'der und ist nicht von ein eine einer einem wurde wird bei dem auf für sich auch nach zum zur mit oder haben hat sie seit über',
  'le les des une est dans pour avec sur qui du sont été cette aux ses depuis chez elle pas mais',
  'el los las del con por para que fue está sus pero desde hace muy una se',
  'il della di che gli nel sono alla delle dei è anche stato dal per non ha un da si quando più',
  'os uma não com foi dos ao em são pela pelo há mas',
  'het een niet zijn voor ook werd naar bij wordt heeft van',
  'och att det som på är av för inte hade från efter hon var',
  'og det som på er af ikke havde fra efter hun var blev til',
  'się nie jest przez był został od który po jego oraz u',
  'se byl které jeho po při nebyl v neměl která nebo',
  'și cu nu este din fost care la pentru sunt după prin într',
  'bir ile için bu olarak olan da çok değil gün daha gibi yapılan',
  'ei oli että hän joka jotka ovat tai mutta kun sekä hänellä vuoksi eikä',
  'az egy és nem hogy volt meg ez vagy aki amely miatt mint',
  'và của là không có được trong cho với các bệnh nhân vì một đã',
  'yang dan dengan tidak ada untuk pada dari ini itu telah sudah adalah',
];
/** The languages of each small word, a bit for each: English has the lowest. */
const LANGUAGES = new Map<string, number>();
for (const [i, words] of [ENGLISH, ...OTHERS].entries())
  for (const word of words.split(' ')) LANGUAGES.set(word, (LANGUAGES.get(word) ?? 0) | (1 << i));
/** A sentence or more: so many words in a row, with so many small words of one language and hardly any of the other. */
const ROW = 15;
const LEAST_WORDS = 4;
const LEAST_DIFFERENT = 4;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** A word with a letter that no English word has; names have them too, and begin with a capital. */
const BEYOND_ENGLISH = /^\p{Ll}{0,30}(?![\0-\x7fµª-º])\p{Script=Latin}/u;

export const mixedLanguages: Check = {
  name: 'mixed-languages',
  title: 'Texts with sentences of another language',
  definition: `Documents and queries with ${ROW} words in a row of which ${LEAST_WORDS} or more (${LEAST_DIFFERENT} different ones) are small words of one other language than English, or, without a capital, have letters that English has not, and at most one is a small word of English: German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Polish, Czech, Romanian, Turkish, Finnish, Hungarian, Vietnamese or Indonesian. Where more than half of all documents have such a row, only those that have ${LEAST_WORDS} small words of English besides.`,
  severity: 'warning',
  unit: 'texts',
  fix: 'Translate the rest, or leave out the text in one of the two languages.',
  start: ({ queries }, most) => {
    const found: (AuditExample & { readonly isMixed: boolean })[] = [];
    let foreign = 0;
    const look = (text: string, whose: Pick<AuditExample, 'query' | 'documents'>): void => {
      const flaw = foreignIn(text);
      if (!flaw) return;
      if (whose.documents) foreign += 1;
      const { at, word, isMixed } = flaw;
      const detail = `another language than English from “${word}” on`;
      found.push({ ...whose, detail, text: excerpt(text, at), isMixed });
    };
    for (const { id, text } of queries) look(text, { query: id });
    return {
      row: ({ id, text }) => look(text, { documents: [id] }),
      finish: ({ ids }) => {
        const counted = tally(most);
        for (const { isMixed, ...example } of found)
          if (isMixed || foreign <= ids.length / 2) counted.add(example);
        return counted.of(ids.length + queries.length);
      },
    };
  },
};

/** Where a row of words of another language begins, and whether there is English too. */
const foreignIn = (text: string) => {
  const words = [...text.matchAll(/\p{L}+/gu)];
  const languages = words.map(([word]) => LANGUAGES.get(word.toLowerCase()) ?? 0);
  const beyond = words.map(([word]) => BEYOND_ASCII.test(word) && BEYOND_ENGLISH.test(word));
  // Most texts end here.
  if (languages.filter((own, i) => own > 1 || beyond[i]).length < LEAST_WORDS) return undefined;
  const english = languages.map((own) => (own & 1) === 1);
  // Each language by itself: terms and names of several stand next to each other in medicine.
  for (let language = 1; language <= OTHERS.length; language++) {
    const own = languages.map((each, i) => ((each >> language) & 1) === 1 || beyond[i]!);
    const first = own.filter(Boolean).length < LEAST_WORDS ? undefined : rowOf(words, own, english);
    if (first === undefined) continue;
    const { 0: word, index: at } = words[first]!;
    return { at, word, isMixed: english.filter(Boolean).length >= LEAST_WORDS };
  }
  return undefined;
};

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
