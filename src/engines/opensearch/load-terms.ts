import { createHash } from 'node:crypto';
import { type Corpus, type Document, type JsonObject, type Tools, WorkError } from '../../core/index.js';
import { analyzer, DOCUMENT_TEXTS } from '../../retrieval/index.js';
import type { TermsRecipe } from '../engine.js';
import { type Checksum, checksum } from './checksum.js';
import type { Client } from './client.js';
import { completeCollection, type OpenCollection, readCollection } from './collection.js';
import { loadRows, type Row, refresh } from './load.js';
import { type Searches, searchesOf } from './searches.js';
import { settle } from './settle.js';
import { engineToken } from './tokens.js';

/** What a finished collection of terms says of itself. */
export interface TermsSummary extends JsonObject {
  readonly documents: number;
  readonly nonEmptyDocuments: number;
  readonly tokens: number;
  /** Of the lines `row TAB id TAB hash`, in any order. */
  readonly checksum: string;
  /** The rows of each id that several rows have. */
  readonly repeated: readonly (readonly number[])[];
}

/** The mapping of an index holds them, and every node holds all mappings. */
const MOST_REPEATED_ROWS = 50_000;

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
  const { whole, created, there } = await loadRows(
    client,
    collection,
    rowsOf(corpus, recipe, sums),
    total,
    tools,
  );
  if (!whole) return finishedElsewhere(client, collection.name, tools);
  await refresh(client, collection.name, tools);
  const searches = searchesOf(client, collection.name, collection.shards, tools);
  const { content, ...figures } = sums;
  const found = await readBack(searches, total, tools);
  if (found.documents !== total || found.content !== content.value || figures.documents !== total)
    throw new WorkError(
      `${collection.name} is not the corpus: ${found.documents} of ${total} documents are there${found.documents === total ? ', with other content' : ''}`,
      `run the same command again; if this stays, r2med engine drop ${collection.name} and load again`,
    );
  await settle(client, collection.name, tools);
  const summary: TermsSummary = { ...figures, checksum: content.value, repeated: found.repeated };
  await completeCollection(client, collection, summary, tools);
  tools.note(
    `${collection.name}: ${created.toLocaleString('en')} documents loaded${there > 0 ? `, ${there.toLocaleString('en')} were there` : ''}; all ${total.toLocaleString('en')} checked`,
  );
  return summary;
};

/** Another process loaded the rest meanwhile, and checked it. */
const finishedElsewhere = async (client: Client, name: string, tools: Tools): Promise<TermsSummary> => {
  const there = await readCollection(client, name, tools);
  if (!there?.complete) throw new WorkError(`${name} is gone`, 'run the same command again');
  return there.summary as TermsSummary;
};

/** How many rows will come; how long a load takes cannot be said without it, and reading is the least of it. */
const countRows = async (corpus: Corpus, tools: Tools): Promise<number> => {
  let total = 0;
  for await (const batch of corpus.rows()) {
    tools.signal.throwIfAborted();
    total += batch.length;
  }
  return total;
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

const hashOf = ({ id, title, text }: Document): string =>
  createHash('sha256')
    .update(JSON.stringify([id, title ?? null, text]))
    .digest('base64url')
    .slice(0, 22);

const lineOf = (row: number, id: string, hash: string): string => `${row}\t${id}\t${hash}`;

/** Everything that is there, in pages by id: its checksum, and which ids repeat. */
const readBack = async (searches: Searches, total: number, tools: Tools) => {
  const content = checksum();
  const repeated: number[][] = [];
  const progress = tools.progress('checking documents', total);
  let documents = 0;
  let repeatedRows = 0;
  let last: { readonly id: string; readonly row: number; group?: number[] } | undefined;
  const query = {
    query: { match_all: {} },
    sort: [{ id: 'asc' }, { row: 'asc' }],
    _source: false,
    docvalue_fields: ['hash'],
    track_total_hits: false,
  };
  try {
    for await (const hits of searches.pages(query, Number.POSITIVE_INFINITY)) {
      for (const { sort, fields } of hits) {
        const id = String(sort[0]);
        const row = Number(sort[1]);
        const [hash] = Array.isArray(fields.hash) ? fields.hash : [];
        content.add(lineOf(row, id, String(hash)));
        documents += 1;
        let group: number[] | undefined;
        if (last?.id === id) {
          group = last.group ?? [last.row];
          if (!last.group) repeated.push(group);
          group.push(row);
          repeatedRows += 1;
        }
        last = { id, row, ...(group && { group }) };
      }
      progress.advance(hits.length);
      if (repeatedRows > MOST_REPEATED_ROWS)
        throw new WorkError(
          `more than ${MOST_REPEATED_ROWS.toLocaleString('en')} rows repeat the id of another`,
          'give each document an id of its own, or run without --engine',
        );
    }
  } finally {
    progress.done();
  }
  return { documents, content: content.value, repeated };
};
