const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a term or a text, as written. */
export const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

/** A text as terms are looked for in it. */
export interface SoughtText {
  readonly written: readonly string[];
  readonly lower: readonly string[];
  /** Whether each word may be part of a term: what is negated, and what says age or sex, is left alone. */
  readonly open: readonly boolean[];
}

/** What ends the reach of a negation: a sentence, a new clause, or a word that asserts, unless it is what is negated: "never had". */
const ASSERTS = new Set(
  'presents presented reports reported complains has had is was were developed develops'.split(' '),
);
const CLAUSE_ENDS = new Set([
  ...'but however except although though yet apart which who because'.split(' '),
  ...ASSERTS,
]);
const NEGATES = new Set(
  'no not cannot denies denied denying without never nor neither lacks lacked lacking'.split(' '),
);
/** What stands before the last letter of "doesn't". */
const CONTRACTED = /n['’]$/i;
/** Negations of several words, by the first of them. */
const NEGATING_PHRASES: ReadonlyMap<string, string> = new Map([
  ['negative', 'for'],
  ['absence', 'of'],
  ['free', 'of'],
  ['ruled', 'out'],
  ['rules', 'out'],
]);
/** What denies the finding before it: "fever was absent". */
const NEGATES_BEFORE = new Set(['absent', 'negative', 'excluded']);
/** Words that a negation reaches at most: lists of findings are long, and sentences of posts often lack their end. */
const REACH = 12;
const REACH_BACK = 4;

const AGE_OR_SEX = new Set(
  (
    'man woman men women male female males females boy girl boys girls gentleman lady mother father son daughter wife husband ' +
    'year years yr yrs yo old aged age month months week weeks day days infant newborn neonate child children adolescent teenager adult elderly m f y o'
  ).split(' '),
);
const NUMBER = /^\p{N}+(?:yo|y|m|f)?$/u;

/** The words of a text, and which of them may be part of a term. English negations and words of age and sex are known, no others. */
export const soughtText = (text: string): SoughtText => {
  const found = [...text.matchAll(WORD)];
  const written = found.map(([word]) => word);
  const lower = written.map((word) => word.toLowerCase());
  const open = lower.map(() => true);
  /** What stands between a word and the next one ends a sentence or a clause. */
  const ends = found.map(({ index, 0: word }, i) =>
    /[.;:?!\n]/.test(text.slice(index + word.length, found[i + 1]?.index ?? text.length)),
  );
  const before = (at: number): string => text.slice(Math.max(0, found[at]!.index - 2), found[at]!.index);
  const close = (from: number, step: 1 | -1, reach: number): void => {
    for (let at = from; at >= 0 && at < lower.length && Math.abs(at - from) < reach; at += step) {
      if (CLAUSE_ENDS.has(lower[at]!) && step > 0) return;
      if (step < 0 && ends[at]) return;
      open[at] = false;
      if (step > 0 && ends[at]) return;
    }
  };
  lower.forEach((word, at) => {
    if (AGE_OR_SEX.has(word) || NUMBER.test(word)) open[at] = false;
    const phrase = NEGATING_PHRASES.get(word);
    if (phrase !== undefined && lower[at + 1] === phrase) {
      if (!ends[at + 1]) close(at + 2, 1, REACH);
      if (phrase === 'out') close(at - 1, -1, REACH_BACK);
    } else if (NEGATES_BEFORE.has(word)) close(at - 1, -1, REACH_BACK);
    else if ((NEGATES.has(word) || (word === 't' && CONTRACTED.test(before(at)))) && !ends[at]) {
      let from = at + 1;
      while (ASSERTS.has(lower[from] ?? '') && !ends[from]) from += 1;
      close(from, 1, REACH);
    }
  });
  return { written, lower, open };
};

/** A term as it is looked for: an abbreviation in capitals is another word than the same letters in lower case: IT and it. */
export interface SoughtTerm {
  readonly words: readonly string[];
  readonly capitals: boolean;
}

export const soughtTerm = (term: string): SoughtTerm => {
  const capitals = term === term.toUpperCase() && term !== term.toLowerCase();
  return { words: wordsOf(capitals ? term : term.toLowerCase()), capitals };
};

/** Whether the words of a text from a position on are those of a term, all of them open. */
export const hasTermAt = (text: SoughtText, at: number, { words, capitals }: SoughtTerm): boolean =>
  words.every(
    (word, i) => text.open[at + i] === true && word === (capitals ? text.written : text.lower)[at + i],
  );
