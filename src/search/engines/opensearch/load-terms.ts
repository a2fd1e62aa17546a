import {
  type Corpus,
  canonicalJson,
  type Document,
  type JsonObject,
  shuffled,
  type Tools,
  WorkError,
} from '../../../core/index.js';
import { analyzer, DOCUMENT_TEXTS } from '../../retrieval/index.js';
import type { TermFigures, TermsRecipe } from '../engine.js';
import { noteLoaded } from '../load-notes.js';
import { mustBeLoaded, RELOAD, readBack } from '../read-back.js';
import { type Checksum, checksum, hashOf, lineOf } from '../row-hash.js';
import { SEED, surveyed } from '../survey.js';
import type { Client } from './client.js';
import { completeCollection, finishedElsewhere, type OpenCollection } from './collection.js';
import { engineToken } from './engine-token.js';
import { loadRows, type Row, refresh } from './load.js';
import { type Searches, searchesOf, storedRows } from './searches.js';
import { settle } from './settle.js';
import { readTermFigures } from './term-figures.js';

export interface TermsSummary extends JsonObject {
  readonly documents: number;
  readonly nonEmptyDocuments: number;
  readonly tokens: number;
  /** Of the lines `row TAB id TAB hash`, in any order. */
  readonly checksum: string;
  readonly repeated: readonly (readonly number[])[];
}

/** Terms that are counted here and by the cluster; they are of documents that are drawn, so that the frequent ones are among them. */
const COUNTED_TERMS = 500;

/**
 * Loads what is missing of a corpus, and compares what is there with the corpus: the hash of every row; in how many rows terms are; a sample of rows
 * whole. Hashes alone say what was sent, not what the index holds. Then marks the collection as complete.
 */
export const loadTerms = async (
  client: Client,
  collection: OpenCollection,
  corpus: Corpus,
  recipe: TermsRecipe,
  tools: Tools,
): Promise<TermsSummary> => {
  const { total, sample } = await surveyed(corpus, tools);
  const tokensOf = tokenizer(recipe);
  const terms = [...new Set([...sample.values()].flatMap(tokensOf))];
  const sums: Sums = {
    tokens: 0,
    nonEmptyDocuments: 0,
    documents: 0,
    content: checksum(),
    terms: new Map(
      shuffled(terms, SEED)
        .slice(0, COUNTED_TERMS)
        .map((term) => [term, undefined]),
    ),
    sampled: new Map([...sample.keys()].map((row) => [row, ''])),
  };
  const { name, found: resumed } = collection;
  const rows = rowsOf(corpus, tokensOf, sums);
  const loaded = await loadRows(client, { name, rows, total, resumed }, tools);
  if (!loaded.whole) return (await finishedElsewhere(client, name, tools)) as TermsSummary;
  await refresh(client, name, tools);
  const searches = searchesOf(client, name, collection.shards, tools);
  const { content, terms: counted, sampled, ...figures } = sums;
  const found = await readBack(storedRows(searches, ['hash']), total, tools);
  mustBeLoaded(name, found, { documents: total, content: content.value });
  await mustHoldTerms(searches, name, total, counted);
  await mustHoldRows(searches, name, sampled);
  await settle(client, name, tools);
  const summary: TermsSummary = { ...figures, checksum: content.value, repeated: found.repeated };
  await completeCollection(client, collection, summary, tools);
  noteLoaded(name, loaded, total, tools);
  return summary;
};

const mustHoldTerms = async (
  searches: Searches,
  name: string,
  documents: number,
  counted: Sums['terms'],
): Promise<void> => {
  const there = await readTermFigures(searches, documents, [...counted.keys()]);
  for (const [term, figures] of counted) {
    const held = there.get(term);
    if (held?.documentFrequency === figures?.documentFrequency && held?.firstRow === figures?.firstRow)
      continue;
    throw new WorkError(
      `${name} is not the corpus: "${term}" is in ${held?.documentFrequency ?? 0} of its documents, first in row ${held?.firstRow ?? 'none'}; in the corpus in ${figures?.documentFrequency}, first in row ${figures?.firstRow}`,
      RELOAD,
    );
  }
};

const mustHoldRows = async (
  searches: Searches,
  name: string,
  sampled: ReadonlyMap<number, string>,
): Promise<void> => {
  if (sampled.size === 0) return;
  const query = { query: { terms: { row: [...sampled.keys()] } }, sort: [{ row: 'asc' }] };
  const [hits] = await searches.hits([query], sampled.size);
  const there = new Map(hits!.map(({ sort: [row], source }) => [Number(row), source]));
  for (const [row, json] of sampled) {
    const held = there.get(row);
    if (held && canonicalJson(held) === canonicalJson(JSON.parse(json))) continue;
    throw new WorkError(`${name} is not the corpus: row ${row} is not what was sent`, RELOAD);
  }
};

interface Sums {
  documents: number;
  nonEmptyDocuments: number;
  tokens: number;
  readonly content: Checksum;
  /** Terms whose documents are counted. */
  readonly terms: Map<string, TermFigures | undefined>;
  /** The documents of some rows, as they are sent. */
  readonly sampled: Map<number, string>;
}

const tokenizer = ({ analyzer: { name }, documentText }: TermsRecipe) => {
  const { analyze } = analyzer(name);
  return (document: Document): readonly string[] => analyze(DOCUMENT_TEXTS[documentText](document));
};

async function* rowsOf(
  corpus: Corpus,
  tokensOf: ReturnType<typeof tokenizer>,
  sums: Sums,
): AsyncGenerator<Row> {
  for await (const batch of corpus.rows())
    for (const document of batch) {
      const row = sums.documents++;
      const terms = tokensOf(document);
      const tokens = terms.map(engineToken);
      const hash = hashOf(document);
      sums.tokens += tokens.length;
      if (tokens.length > 0) sums.nonEmptyDocuments += 1;
      sums.content.add(lineOf(row, document.id, hash));
      for (const term of new Set(terms.filter((each) => sums.terms.has(each)))) {
        const { documentFrequency = 0, firstRow = row } = sums.terms.get(term) ?? {};
        sums.terms.set(term, { documentFrequency: documentFrequency + 1, firstRow });
      }
      const json = JSON.stringify({
        id: document.id,
        row,
        length: tokens.length,
        hash,
        tokens: tokens.join(' '),
      });
      if (sums.sampled.has(row)) sums.sampled.set(row, json);
      yield { row, json };
    }
}
