import { extname } from 'node:path';
import { own } from '../../../core/index.js';
import { delimitedReader, malformed, parseJsonTree, quoted } from '../../../platform/formats/index.js';
import { readLines, readTextFile } from '../../../platform/node/index.js';

/** The expansions of each term, as a user's table has them: `MI` to `myocardial infarction`. */
export type Expansions = ReadonlyMap<string, readonly string[]>;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a term or a text, as written. */
export const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

/** Adds the expansions of the terms that a text says behind it. Undefined where it says none of them. */
export type Expand = (text: string) => string | undefined;

interface Term {
  readonly words: readonly string[];
  /** An abbreviation in capitals is another word than the same letters in lower case: IT and it. */
  readonly capitals: boolean;
  readonly expansions: readonly string[];
}

/** Finds terms in texts by whole words: in any case, unless the term is in capitals. */
export const expanderOf = (expansions: Expansions): Expand => {
  const byFirstWord = new Map<string, Term[]>();
  for (const [term, own] of expansions) {
    const capitals = term === term.toUpperCase() && term !== term.toLowerCase();
    const words = wordsOf(capitals ? term : term.toLowerCase());
    const first = words[0]?.toLowerCase();
    if (first === undefined) continue;
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, capitals, expansions: own }]);
  }
  return (text) => {
    const written = wordsOf(text);
    const lower = written.map((word) => word.toLowerCase());
    const found = new Set<string>();
    lower.forEach((word, at) => {
      for (const { words, capitals, expansions: own } of byFirstWord.get(word) ?? [])
        if (words.every((each, i) => each === (capitals ? written : lower)[at + i]))
          for (const expansion of own) found.add(expansion);
    });
    return found.size > 0 ? [text, ...found].join(' ') : undefined;
  };
};

const EXPECTED = 'a term and at least one expansion, each with a letter or digit';
const FIX = 'write lines such as: MI,myocardial infarction,heart attack';

/**
 * Reads a table of abbreviations and synonyms. Tab-separated (`.tsv`, `.txt`) or comma-separated (`.csv`) values: a term, then its
 * expansions; a first line `term` … is a heading; a repeated term has the expansions of all its lines. JSON (`.json`): one object,
 * `{ "MI": ["myocardial infarction"] }`.
 */
export const readExpansions = async (file: string): Promise<Expansions> => {
  const rows = extname(file).toLowerCase() === '.json' ? await jsonRows(file) : await delimitedRows(file);
  const expansions = new Map<string, string[]>();
  for (const { line, cells } of rows) {
    const [term = '', ...given] = cells
      .map((cell) => cell.trim())
      .filter((cell, i) => i === 0 || cell !== '');
    const bad =
      given.length === 0 ? cells.join(' ') : [term, ...given].find((text) => wordsOf(text).length === 0);
    if (bad !== undefined)
      throw malformed({ file, line }, { found: quoted(bad), expected: EXPECTED, fix: FIX });
    expansions.set(term, [...(expansions.get(term) ?? []), ...given]);
  }
  if (expansions.size === 0) throw malformed({ file }, { found: 'no terms', expected: EXPECTED, fix: FIX });
  return expansions;
};

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

const delimitedRows = async (file: string): Promise<readonly Row[]> => {
  const reader = delimitedReader(file, extname(file).toLowerCase() === '.csv' ? ',' : '\t');
  const rows: Row[] = [];
  for await (const batch of readLines(file, { blank: true }))
    for (const { text, line } of batch) {
      const record = reader.add(text, line);
      if (record?.cells.some((cell) => cell.trim() !== '')) rows.push(record);
    }
  reader.finish();
  return rows[0]?.cells[0]?.trim().toLowerCase() === 'term' ? rows.slice(1) : rows;
};

const jsonRows = async (file: string): Promise<readonly Row[]> => {
  const text = await readTextFile(file);
  const tree = parseJsonTree(text, file);
  if (!('entries' in tree))
    throw malformed(
      { file, line: tree.line },
      { found: 'JSON that is not an object', expected: '{ "MI": ["myocardial infarction"] }' },
    );
  // The tree knows lines and repeated keys; what lists hold is in the value.
  const value = JSON.parse(text) as Record<string, unknown>;
  const seen = new Set<string>();
  return tree.entries.map(([term, { line }]) => {
    if (seen.has(term))
      throw malformed(
        { file, line },
        { found: `the term ${quoted(term)} twice`, expected: 'each term once' },
      );
    seen.add(term);
    const given = [own(value, term)].flat();
    if (!given.every((expansion) => typeof expansion === 'string'))
      throw malformed(
        { file, line },
        { found: `${quoted(term)} with something else than texts`, expected: 'a text or a list of texts' },
      );
    return { line, cells: [term, ...given] };
  });
};
