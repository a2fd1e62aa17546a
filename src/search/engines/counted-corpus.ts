import {
  type Corpus,
  type Document,
  type JsonObject,
  shuffled,
  type Tools,
  WorkError,
} from '../../core/index.js';
import { analyzer, DOCUMENT_TEXTS } from '../retrieval/index.js';
import type { Figures, TermFigures, TermsRecipe } from './engine.js';
import { engineToken } from './engine-token.js';
import { numberedRows, type RowRange } from './part-rows.js';
import { RELOAD } from './read-back.js';
import { checksum, hashOf, lineOf } from './row-hash.js';
import { SEED, surveyed } from './survey.js';

/** What a complete collection of terms says of itself. */
export interface TermsSummary extends JsonObject {
  readonly documents: number;
  readonly nonEmptyDocuments: number;
  readonly tokens: number;
  /** Of the lines `row TAB id TAB hash`, in any order. */
  readonly checksum: string;
  readonly repeated: readonly (readonly number[])[];
}

/** Terms that are counted here and by the engine; they are of documents that are drawn, so that the frequent ones are among them. */
const COUNTED_TERMS = 500;

/** A document with its terms as engines keep them. */
export interface TermsRow {
  readonly row: number;
  readonly id: string;
  readonly hash: string;
  readonly tokens: readonly string[];
  /** It is one of those that are compared whole after the load. */
  readonly isDrawn: boolean;
}

/** A corpus as terms, with what is counted while its rows are read. */
export interface CountedCorpus {
  readonly total: number;
  /** All rows, which are counted; or those of a range, which are not. */
  rows(range?: RowRange): AsyncGenerator<TermsRow>;
  /** Figures of the rows that were read. */
  readonly sums: Figures & { readonly checksum: string };
  /** Figures of some terms, by the term as engines keep it. */
  readonly terms: ReadonlyMap<string, TermFigures>;
}

export const countedCorpus = async (
  corpus: Corpus,
  { analyzer: { name }, documentText }: TermsRecipe,
  tools: Tools,
): Promise<CountedCorpus> => {
  const { analyze } = analyzer(name);
  const termsOf = (document: Document): readonly string[] => analyze(DOCUMENT_TEXTS[documentText](document));
  const { total, sample } = await surveyed(corpus, tools);
  const known = [...new Set([...sample.values()].flatMap(termsOf))];
  const counted = new Set(shuffled(known, SEED).slice(0, COUNTED_TERMS));
  const terms = new Map<string, TermFigures>();
  const content = checksum();
  const sums = { documents: 0, nonEmptyDocuments: 0, tokens: 0 };
  const count = (row: number, document: Document, found: readonly string[], hash: string): void => {
    sums.documents += 1;
    sums.tokens += found.length;
    if (found.length > 0) sums.nonEmptyDocuments += 1;
    content.add(lineOf(row, document.id, hash));
    for (const term of new Set(found.filter((each) => counted.has(each)))) {
      const { documentFrequency = 0, firstRow = row } = terms.get(term) ?? {};
      terms.set(term, { documentFrequency: documentFrequency + 1, firstRow });
    }
  };
  return {
    total,
    terms,
    get sums() {
      return { ...sums, checksum: content.value };
    },
    async *rows(range) {
      for await (const { row, document } of numberedRows(corpus, range)) {
        const found = termsOf(document);
        const hash = hashOf(document);
        if (!range) count(row, document, found, hash);
        yield { row, id: document.id, hash, tokens: found.map(engineToken), isDrawn: sample.has(row) };
      }
    },
  };
};

/** Refuses a collection that counts terms in other documents than the corpus has them in. */
export const mustHoldTerms = (
  name: string,
  counted: ReadonlyMap<string, TermFigures>,
  there: ReadonlyMap<string, TermFigures>,
): void => {
  for (const [term, figures] of counted) {
    const held = there.get(term);
    if (held?.documentFrequency === figures.documentFrequency && held.firstRow === figures.firstRow) continue;
    throw new WorkError(
      `${name} is not the corpus: "${term}" is in ${held?.documentFrequency ?? 0} of its documents, first in row ${held?.firstRow ?? 'none'}; in the corpus in ${figures.documentFrequency}, first in row ${figures.firstRow}`,
      RELOAD,
    );
  }
};

export const isNotWhatWasSent = (name: string, row: number): WorkError =>
  new WorkError(`${name} is not the corpus: row ${row} is not what was sent`, RELOAD);
