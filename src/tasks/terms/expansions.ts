import { InputError } from '../../core/index.js';
import { type TermRow, termRows } from './term-rows.js';
import { hasTermAt, type SoughtTerm, type SoughtText, soughtTerm, soughtText } from './words.js';

/** The expansions of each term, as a table of terms has them: `MI` to `myocardial infarction`. */
export type Expansions = ReadonlyMap<string, readonly string[]>;

/** The expansions of the terms that a text says; none for terms that it negates. */
export type Expand = (text: string) => readonly string[];

/** Terms by their first word in lower case. */
const byFirstWord = <T>(
  terms: Iterable<readonly [SoughtTerm, T]>,
): ReadonlyMap<string, (readonly [SoughtTerm, T])[]> => {
  const found = new Map<string, (readonly [SoughtTerm, T])[]>();
  for (const each of terms) {
    const first = each[0].words[0]?.toLowerCase();
    if (first === undefined) continue;
    const same = found.get(first);
    if (same) same.push(each);
    else found.set(first, [each]);
  }
  return found;
};

/** Finds terms in texts by whole words: in any case, unless the term is in capitals. What is negated, age and sex are left alone. */
export const expanderOf = (expansions: Expansions): Expand => {
  const terms = byFirstWord([...expansions].map(([term, own]) => [soughtTerm(term), own] as const));
  return (text) => {
    const sought = soughtText(text);
    const found = new Set<string>();
    sought.lower.forEach((word, at) => {
      for (const [term, own] of terms.get(word) ?? [])
        if (hasTermAt(sought, at, term)) for (const expansion of own) found.add(expansion);
    });
    return [...found];
  };
};

/**
 * Reads a table of abbreviations and synonyms: tab-separated (`.tsv`, `.txt`) or comma-separated (`.csv`) values, a term, then its
 * expansions; a first line `term` … is a heading; JSON (`.json`): `{ "MI": ["myocardial infarction"] }`. MRCONSO.RRF of UMLS, a description
 * file of SNOMED CT and MeSH (ASCII or XML) are read too: there all other terms of a concept are expansions.
 *
 * @param texts - With them only terms that they say are held: a terminology is larger than memory. The file is then read twice.
 * @param most - Expansions of a term at most; all by default.
 */
export const readExpansions = async (
  file: string,
  texts?: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Promise<Expansions> => {
  const isSaid = texts && mentionsIn(texts);
  const said = new Map<string, Set<string>>();
  let rows = 0;
  for await (const { concept, term, isSought } of termRows(file)) {
    rows += 1;
    if (isSought && (!isSaid || isSaid(soughtTerm(term))))
      said.set(concept, (said.get(concept) ?? new Set()).add(term));
  }
  if (rows === 0)
    throw new InputError({
      at: { file },
      found: 'no terms',
      expected: 'English terms of concepts',
      fix: 'give the file of terms of the release, whole',
    });
  return expansionsOf(termRows(file), said, most);
};

const expansionsOf = async (
  rows: AsyncIterable<TermRow>,
  said: ReadonlyMap<string, ReadonlySet<string>>,
  most: number,
): Promise<Expansions> => {
  const expansions = new Map<string, string[]>();
  const given = new Set<string>();
  for await (const { concept, term } of rows) {
    const name = term.toLowerCase();
    for (const each of said.get(concept) ?? []) {
      const known = expansions.get(each) ?? [];
      expansions.set(each, known);
      if (name === each.toLowerCase() || known.length >= most || given.has(`${each}\t${name}`)) continue;
      given.add(`${each}\t${name}`);
      known.push(term);
    }
  }
  return expansions;
};

/** Whether any of several texts says a term. */
const mentionsIn = (texts: readonly string[]): ((term: SoughtTerm) => boolean) => {
  const places = new Map<string, { readonly text: SoughtText; readonly at: number }[]>();
  for (const text of texts.map(soughtText))
    text.lower.forEach((word, at) => {
      if (!text.open[at]) return;
      const same = places.get(word);
      if (same) same.push({ text, at });
      else places.set(word, [{ text, at }]);
    });
  return (term) =>
    places.get(term.words[0]?.toLowerCase() ?? '')?.some(({ text, at }) => hasTermAt(text, at, term)) ??
    false;
};
