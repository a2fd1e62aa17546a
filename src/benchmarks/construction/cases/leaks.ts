import { type FoldedWord, foldedWords } from './folded-words.js';
import type { CaseGroup } from './group-cases.js';
import { inBrackets, type TermTable, withoutBrackets } from './terms.js';

/** What must not occur in a query: a name, synonym, abbreviation, code or drug. */
export interface SecretTerm {
  readonly kind: 'name' | 'synonym' | 'abbreviation' | 'code' | 'drug' | 'part';
  readonly text: string;
}

export interface Leak {
  readonly kind: SecretTerm['kind'];
  /** The term, and the words of the text. */
  readonly term: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Capitals and digits alone: such a name is an abbreviation, and `MS` is no `ms`. */
const ABBREVIATION = /^[\p{Lu}\p{N}-]{2,10}$/u;
/** Initials of fewer words mean too many other things. */
const LEAST_INITIALS = 3;
const LINK_WORDS = new Set(['of', 'the', 'and', 'with', 'in', 'due', 'to', 'by', 'a', 'an', 'for']);

/** All that gives the diagnosis of a group away. */
export const secretTerms = (
  { names, codes, cases }: CaseGroup,
  table: TermTable,
  drugs: boolean,
): readonly SecretTerm[] => {
  const entries = new Set(
    cases
      .flatMap(({ diagnosis }) => [
        table.byName(diagnosis.name) ?? [],
        (diagnosis.code === undefined ? undefined : table.byCode(diagnosis.code)) ?? [],
      ])
      .flat(),
  );
  const all = [...entries];
  const allNames = [...names, ...all.map(({ name }) => name)];
  const others = all.flatMap(({ synonyms }) => synonyms);
  const named = (kind: 'name' | 'synonym', texts: readonly string[]): readonly SecretTerm[] =>
    texts.flatMap((text) => {
      const aside = inBrackets(text);
      return [withoutBrackets(text), ...(aside === undefined ? [] : [aside])].map((each) => ({
        kind: ABBREVIATION.test(each) ? ('abbreviation' as const) : kind,
        text: each,
      }));
    });
  return [
    ...named('name', allNames),
    ...named('synonym', others),
    ...[...allNames, ...others].flatMap((text) => {
      const initials = initialsOf(withoutBrackets(text));
      return initials === undefined ? [] : [{ kind: 'abbreviation' as const, text: initials }];
    }),
    ...[...codes, ...all.flatMap((entry) => entry.codes)].map((text) => ({ kind: 'code' as const, text })),
    ...(drugs ? all.flatMap((entry) => entry.drugs.map((text) => ({ kind: 'drug' as const, text }))) : []),
  ].filter(
    ({ kind, text }, i, terms) =>
      terms.findIndex((other) => other.kind === kind && other.text === text) === i,
  );
};

/** Words of names that say too little alone. */
const GENERAL = new Set(
  foldedWords(
    'disease syndrome disorder infection injury failure insufficiency deficiency acute chronic primary secondary idiopathic congenital acquired ' +
      'malignant benign severe recurrent unspecified other without associated induced related left right upper lower bilateral multiple diffuse ' +
      'focal local systemic early stage grade adult child infant juvenile neonatal maternal type',
  ).map(({ word }) => word),
);
const LEAST_PART = 5;

/** The telling words of the names, as `porphyria` of acute intermittent porphyria: they may be in a query, or be all of the answer. */
export const partsOfNames = (terms: readonly SecretTerm[]): readonly SecretTerm[] => {
  const parts = terms
    .filter(({ kind }) => kind === 'name' || kind === 'synonym')
    .flatMap(({ text }) => foldedWords(text))
    .filter(({ word }) => word.length >= LEAST_PART && !GENERAL.has(word) && !LINK_WORDS.has(word));
  return [
    ...new Map(parts.map(({ word, written }) => [word, { kind: 'part' as const, text: written }])).values(),
  ];
};

/** `SLE` of systemic lupus erythematosus. */
const initialsOf = (name: string): string | undefined => {
  const words = foldedWords(name).filter(({ word }) => !LINK_WORDS.has(word));
  if (words.length < LEAST_INITIALS) return undefined;
  return words.map(({ written }) => written[0]!.toUpperCase()).join('');
};

/** Finds terms in texts; the terms are read once. */
export type FindLeaks = (text: string) => readonly Leak[];

/**
 * Whole words that say a term: whatever case, accents, plural or possessive endings, hyphens, line breaks and spaces, as `pre-eclampsia` for
 * preeclampsia. Abbreviations must be written in capitals.
 */
export const leakFinder = (terms: readonly SecretTerm[]): FindLeaks => {
  const wanted = new Map<string, SecretTerm[]>();
  let longest = 0;
  for (const term of terms) {
    const key = joined(foldedWords(term.text));
    if (key === '') continue;
    wanted.set(key, [...(wanted.get(key) ?? []), term]);
    longest = Math.max(longest, key.length);
  }
  return (text) => {
    const words = foldedWords(text);
    const leaks: Leak[] = [];
    for (let first = 0; first < words.length; first++) {
      let key = '';
      for (let last = first; last < words.length && key.length < longest; last++) {
        if (last > first && words[last]!.apart) break;
        key += words[last]!.word;
        for (const { kind, text: term } of wanted.get(key) ?? []) {
          const { start } = words[first]!;
          const { end } = words[last]!;
          const found = text.slice(start, end);
          if (kind === 'abbreviation' && !isCapitals(words.slice(first, last + 1))) continue;
          leaks.push({ kind, term, text: found, start, end });
        }
      }
    }
    return leaks;
  };
};

const joined = (words: readonly FoldedWord[]): string => words.map(({ word }) => word).join('');

/** A small letter may end it: SLEs. */
const isCapitals = (words: readonly FoldedWord[]): boolean =>
  words.every(({ written }) => /^[\p{Lu}\p{N}]+s?$/u.test(written));
