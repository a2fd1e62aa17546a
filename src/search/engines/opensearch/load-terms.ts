import { type Corpus, canonicalJson, type Shard, type Tools } from '../../../core/index.js';
import {
  type CountedCorpus,
  countedCorpus,
  isNotWhatWasSent,
  mustHoldTerms,
  type TermsSummary,
} from '../counted-corpus.js';
import type { TermsRecipe } from '../engine.js';
import { noteLoaded } from '../load-notes.js';
import { mustHaveAllParts, type RowRange, rowsOfPart } from '../part-rows.js';
import { mustBeLoaded, readBack } from '../read-back.js';
import type { Client } from './client.js';
import { completeCollection, documentsIn, finishedElsewhere, type OpenCollection } from './collection.js';
import { loadRows, type Row, refresh } from './load.js';
import { type Searches, searchesOf, storedRows } from './searches.js';
import { settle } from './settle.js';
import { readTermFigures } from './term-figures.js';

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
  part?: Shard,
): Promise<TermsSummary> => {
  const terms = await countedCorpus(corpus, recipe, tools);
  const { total } = terms;
  const { name, found: resumed } = collection;
  const sampled = new Map<number, string>();
  if (part) {
    const range = rowsOfPart(total, part);
    const rows = rowsOf(terms, new Map(), range);
    await loadRows(client, { name, rows, total: range.to - range.from, resumed }, tools);
    await refresh(client, name, tools);
    await mustHaveAllParts(name, total, () => documentsIn(client, name, tools));
  }
  const rows = rowsOf(terms, sampled);
  const loaded = await loadRows(client, { name, rows, total, resumed: resumed || part !== undefined }, tools);
  if (!loaded.whole) return (await finishedElsewhere(client, name, tools)) as TermsSummary;
  await refresh(client, name, tools);
  const searches = searchesOf(client, name, collection.shards, tools);
  const found = await readBack(storedRows(searches, ['hash']), total, tools);
  mustBeLoaded(name, found, { documents: total, content: terms.sums.checksum });
  mustHoldTerms(name, terms.terms, await readTermFigures(searches, total, [...terms.terms.keys()]));
  await mustHoldRows(searches, name, sampled);
  await settle(client, name, tools);
  const summary: TermsSummary = { ...terms.sums, repeated: found.repeated };
  await completeCollection(client, collection, summary, tools);
  noteLoaded(name, loaded, total, tools);
  return summary;
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
    throw isNotWhatWasSent(name, row);
  }
};

/** Documents as they are sent; those of some rows are kept. */
async function* rowsOf(
  terms: CountedCorpus,
  sampled: Map<number, string>,
  range?: RowRange,
): AsyncGenerator<Row> {
  for await (const { row, id, hash, tokens, isDrawn } of terms.rows(range)) {
    const json = JSON.stringify({ id, row, length: tokens.length, hash, tokens: tokens.join(' ') });
    if (isDrawn) sampled.set(row, json);
    yield { row, json };
  }
}
