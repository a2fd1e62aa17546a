import type { Corpus, JsonObject, Tools } from '../../../core/index.js';
import { sha256 } from '../../../platform/node/index.js';
import { analyzer, DOCUMENT_TEXTS } from '../../retrieval/index.js';
import type { TermsRecipe } from '../engine.js';
import { countRows, noteLoaded } from '../load-notes.js';
import { mustBeLoaded, readBack } from '../read-back.js';
import { type Checksum, checksum, hashOf, lineOf } from '../row-hash.js';
import type { Client } from './client.js';
import { completeCollection, finishedElsewhere, type OpenCollection } from './collection.js';
import { loadRows, type Row, refresh } from './load.js';
import { searchesOf, storedRows } from './searches.js';
import { settle } from './settle.js';

export interface TermsSummary extends JsonObject {
  readonly documents: number;
  readonly nonEmptyDocuments: number;
  readonly tokens: number;
  /** Of the lines `row TAB id TAB hash`, in any order. */
  readonly checksum: string;
  readonly repeated: readonly (readonly number[])[];
}

/** Loads what is missing of a corpus, compares what is there with the corpus, row by row, and marks the collection as complete. */
export const loadTerms = async (
  client: Client,
  collection: OpenCollection,
  corpus: Corpus,
  recipe: TermsRecipe,
  tools: Tools,
): Promise<TermsSummary> => {
  const total = await countRows(corpus, tools);
  const sums = { tokens: 0, nonEmptyDocuments: 0, documents: 0, content: checksum() };
  const { name, found: resumed } = collection;
  const rows = rowsOf(corpus, recipe, sums);
  const loaded = await loadRows(client, { name, rows, total, resumed }, tools);
  if (!loaded.whole) return (await finishedElsewhere(client, name, tools)) as TermsSummary;
  await refresh(client, name, tools);
  const searches = searchesOf(client, name, collection.shards, tools);
  const { content, ...figures } = sums;
  const found = await readBack(storedRows(searches, ['hash']), total, tools);
  mustBeLoaded(name, found, { documents: total, content: content.value });
  await settle(client, name, tools);
  const summary: TermsSummary = { ...figures, checksum: content.value, repeated: found.repeated };
  await completeCollection(client, collection, summary, tools);
  noteLoaded(name, loaded, total, tools);
  return summary;
};

interface Sums {
  documents: number;
  nonEmptyDocuments: number;
  tokens: number;
  readonly content: Checksum;
}

async function* rowsOf(
  corpus: Corpus,
  { analyzer: { name }, documentText }: TermsRecipe,
  sums: Sums,
): AsyncGenerator<Row> {
  const { analyze } = analyzer(name);
  const textOf = DOCUMENT_TEXTS[documentText];
  for await (const batch of corpus.rows())
    for (const document of batch) {
      const row = sums.documents++;
      const tokens = analyze(textOf(document)).map(engineToken);
      const hash = hashOf(document);
      sums.tokens += tokens.length;
      if (tokens.length > 0) sums.nonEmptyDocuments += 1;
      sums.content.add(lineOf(row, document.id, hash));
      yield {
        row,
        json: JSON.stringify({ id: document.id, row, length: tokens.length, hash, tokens: tokens.join(' ') }),
      };
    }
}

/** Marks a token that is written in another way; a token that begins with it is too. */
const MARK = '\ue000';

/**
 * Terms as the engine's `whitespace` analyzer keeps them apart: it splits at white space and after 255 characters, and JSON has no
 * half of a character. What it would change goes by its hash.
 */
const CHANGED = /[\s\p{Cc}\p{Cs}]/u;
const LONGEST = 200;

export const engineToken = (term: string): string =>
  term.length <= LONGEST && term.length > 0 && !term.startsWith(MARK) && !CHANGED.test(term)
    ? term
    : MARK + sha256(JSON.stringify(term));
