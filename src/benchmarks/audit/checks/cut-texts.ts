import type { AuditExample } from '../../../experiment/record/index.js';
import { type Check, tally } from '../check.js';
import { excerpt } from '../excerpt.js';

/** Words that no sentence of a text ends with. */
const OPEN_WORDS = new Set(
  'a an and are as at because but by for from had has have if in into is its of on or our such than that the their these this to was were when which while whose with'.split(
    ' ',
  ),
);
/** Marks behind which something follows, and what stands for it. */
const OPEN_END =
  /(?:[,;:([{“„‘–—]|(?<=[\p{L}\s])-|\.{3}|…|\[(?:…|\.{3})\]|(?<=\s)["']|(?<=\b(?:e\.g|i\.e|vs|cf|incl|approx|Dr|Prof|Fig))\.|\b(?:such as|e\.g|i\.e|(?:read|show|see|view|learn) more)|\([^()]{0,40})$/iu;
const WHOLE_END = /[.!?。！？…"'”’)\]>}»*:;%]$/u;
/** A small letter, but not that of mRNA, pH or p53; or a mark that follows something. */
const OPEN_BEGIN = /^(?:[.!?%](?!\d)|\p{Ll}[\p{Ll}'’-]{1,40}(?=[\s,;:]))/u;

/** The share of texts that end, or begin, as sentences do, from which the others are cut, and how many tell. */
const USUAL = { share: 0.9, texts: 20 } as const;

/** With fewer words it is a name or a term, and no sentence. */
const LEAST_WORDS = 5;

export const cutTexts: Check = {
  name: 'cut-texts',
  title: 'Texts that begin or end within a sentence',
  definition: `Documents and queries whose last word cannot end a sentence (“the”, “and”, “with”), or that end with a comma, a colon, a dash, three dots, an open bracket or quote, or “such as”. Where ${100 * USUAL.share} % of the documents, or of the queries, begin with no small letter (or end with a full stop or its like), also those that do (or do not); from ${USUAL.texts} texts.`,
  severity: 'note',
  unit: 'texts',
  fix: 'Take the whole sentence, or begin and end at the sentence before.',
  start: ({ queries }, most) => {
    const found = tally(most);
    const sides = [cutsOf(), cutsOf()] as const;
    for (const { id, text } of queries) sides[0].look(text, { query: id });
    return {
      row: ({ id, text }) => sides[1].look(text, { documents: [id] }),
      finish: ({ ids }) => {
        for (const flaw of sides.flatMap(({ cut }) => cut())) found.add(flaw);
        return found.of(ids.length + queries.length);
      },
    };
  },
};

type Whose = Pick<AuditExample, 'query' | 'documents'>;

/** Looks at texts of one kind, which begin and end alike. */
const cutsOf = () => {
  const sure: AuditExample[] = [];
  /** By the number of the text. */
  const [begun, ended] = [new Map<number, AuditExample>(), new Map<number, AuditExample>()];
  let texts = 0;
  return {
    look: (text: string, whose: Whose): void => {
      const begin = text.slice(0, 60).trimStart();
      const end = text.slice(-60).trimEnd();
      if (begin.split(/\s+/, LEAST_WORDS).length < LEAST_WORDS) return;
      texts += 1;
      const last = OPEN_END.exec(end)?.[0] ?? /(?<![\p{L}\p{N}])[a-z]+$/u.exec(end)?.[0];
      const isOpen = last !== undefined && (!/^[a-z]+$/.test(last) || OPEN_WORDS.has(last));
      if (isOpen)
        sure.push({ ...whose, detail: `ends with “${last}”`, text: excerpt(text, text.length - 40) });
      else if (/^[,;)\]]/.test(begin)) sure.push({ ...whose, detail: `begins with “${begin[0]}”` });
      else {
        if (!WHOLE_END.test(end)) ended.set(texts, { ...whose, detail: `ends with “${lastWord(end)}”` });
        if (OPEN_BEGIN.test(begin))
          begun.set(texts, { ...whose, detail: `begins with “${firstWord(begin)}”` });
      }
    },
    cut: (): readonly AuditExample[] => {
      const few = [begun, ended].filter(
        ({ size }) => texts >= USUAL.texts && size <= (1 - USUAL.share) * texts,
      );
      return [...sure, ...new Map(few.flatMap((odd) => [...odd])).values()];
    },
  };
};

const firstWord = (text: string): string => text.split(/\s/, 1)[0]!;
const lastWord = (text: string): string => text.split(/\s/).at(-1)!;
