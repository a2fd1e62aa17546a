import { type Corpus, type Shard, type Tools, WorkError } from '../../../core/index.js';
import {
  countedCorpus,
  isNotWhatWasSent,
  mustHoldTerms,
  type TermsRow,
  type TermsSummary,
} from '../counted-corpus.js';
import type { TermsRecipe } from '../engine.js';
import { inLanes } from '../lanes.js';
import { loadMeter, noteLoaded } from '../load-notes.js';
import { mustHaveAllParts, rowsOfPart } from '../part-rows.js';
import { mustBeLoaded, RELOAD, readBack, type StoredRow } from '../read-back.js';
import { Closed, type Database, type Talking } from './client.js';
import { completeCollection, documentsIn, finishedElsewhere, type OpenCollection } from './collection.js';
import { lengthCode } from './length-code.js';
import { readTermFigures } from './term-figures.js';

/** Rows of the corpus whose postings are kept together. Part of how a collection is stored. */
export const BLOCK = 1024;
const LANES = 3;
/** A posting has its count and the code of a length in one number. */
const MOST_TIMES = 2 ** 23 - 1;

/** Frequent terms whose figures are compared whenever a collection is opened: every block has postings of some of them. */
const CHECKED_TERMS = 64;

export interface PostgresTerms extends TermsSummary {
  readonly frequent: readonly (readonly [term: string, documentFrequency: number, firstRow: number])[];
}

/** Documents in blocks; of each term and block the rows that have it, with how often and the rounded length of the row. */
export const termsTables = (schema: string): string => `
  create table ${schema}.documents (row int primary key, id text collate "C" not null, hash text not null, length int not null);
  create table ${schema}.blocks (block int primary key);
  create table ${schema}.postings (term text collate "C", block int, rows int[] not null, counts int[] not null, primary key (term, block));`;

/**
 * Loads what is missing of a corpus: each block whole or not at all, so that a load can be repeated, continued after any end, and done by two
 * processes at once. Then compares what is there with the corpus: the hash of every row, the number of postings, in how many rows terms are, and a sample of
 * rows with all of their terms.
 */
export const loadTerms = async (
  database: Database,
  collection: OpenCollection,
  corpus: Corpus,
  recipe: TermsRecipe,
  tools: Tools,
  part?: Shard,
): Promise<PostgresTerms> => {
  const { name, schema } = collection;
  const counted = await countedCorpus(corpus, recipe, tools);
  const { total } = counted;
  const stored = await database.ask(`select block from ${schema}.blocks`, [], tools);
  const there = new Set(stored.map(({ block }) => Number(block)));
  const range = part && rowsOfPart(total, part);
  const meter = loadMeter(name, range ? range.to - range.from : total, tools);
  const drawn: TermsRow[] = [];
  let postings = 0;
  const load = (blocks: ReturnType<typeof blocksOf>): Promise<void> =>
    inLanes(blocks, LANES, async (rows) => {
      tools.signal.throwIfAborted();
      const block = Math.floor(rows[0]!.row / BLOCK);
      const terms = postingsOf(rows);
      postings += terms.reduce((sum, each) => sum + each.rows.length, 0);
      const made = !there.has(block) && (await insert(database, schema, block, rows, terms, tools));
      meter.advance(made ? rows.length : 0, made ? 0 : rows.length);
    });
  try {
    if (range) {
      await load(blocksOf(counted.rows(range), []));
      await mustHaveAllParts(name, total, () => documentsIn(database, schema, tools));
      postings = 0;
    }
    await load(blocksOf(counted.rows(), drawn));
  } catch (error) {
    if (!(error instanceof Closed)) throw error;
    return (await finishedElsewhere(database, name, tools)) as PostgresTerms;
  } finally {
    meter.done();
  }
  await database.ask(`analyze ${schema}.documents, ${schema}.postings`, [], tools, { unlimited: true });
  const found = await readBack(storedRows(database, schema, ['hash'], tools), total, tools);
  mustBeLoaded(name, found, { documents: total, content: counted.sums.checksum });
  await mustHavePostings(database, collection, postings, tools);
  mustHoldTerms(
    name,
    counted.terms,
    await readTermFigures(database, schema, [...counted.terms.keys()], tools),
  );
  await mustHoldRows(database, collection, drawn, tools);
  const frequent = [...counted.terms]
    .sort(([, a], [, b]) => b.documentFrequency - a.documentFrequency)
    .slice(0, CHECKED_TERMS)
    .map(([term, { documentFrequency, firstRow }]) => [term, documentFrequency, firstRow] as const);
  const summary: PostgresTerms = { ...counted.sums, postings, frequent, repeated: found.repeated };
  await completeCollection(database, collection, summary, ['documents', 'blocks', 'postings'], tools);
  noteLoaded(name, meter.counts, total, tools);
  return summary;
};

async function* blocksOf(
  given: AsyncIterable<TermsRow>,
  drawn: TermsRow[],
): AsyncGenerator<readonly TermsRow[]> {
  let rows: TermsRow[] = [];
  for await (const row of given) {
    rows.push(row);
    if (row.isDrawn) drawn.push(row);
    if (rows.length < BLOCK) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

interface Postings {
  readonly term: string;
  readonly rows: number[];
  readonly counts: number[];
}

const postingsOf = (rows: readonly TermsRow[]): readonly Postings[] => {
  const all = new Map<string, Postings>();
  for (const { row, tokens } of rows) {
    const code = lengthCode(tokens.length);
    for (const [term, times] of timesIn(tokens)) {
      if (times > MOST_TIMES)
        throw new WorkError(`row ${row} has one term ${times} times`, 'shorten it, or run without --engine');
      const postings = all.get(term) ?? { term, rows: [], counts: [] };
      postings.rows.push(row);
      postings.counts.push(times * 256 + code);
      all.set(term, postings);
    }
  }
  return [...all.values()];
};

const timesIn = (tokens: readonly string[]): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const token of tokens) times.set(token, (times.get(token) ?? 0) + 1);
  return times;
};

/** One statement: nothing of a block is there before all of it is. False if it was. */
const insert = async (
  database: Database,
  schema: string,
  block: number,
  rows: readonly TermsRow[],
  postings: readonly Postings[],
  tools: Talking,
): Promise<boolean> => {
  const documents = rows.map(({ row, id, hash, tokens }) => ({ row, id, hash, length: tokens.length }));
  const [made] = await database.ask(
    `with b as (insert into ${schema}.blocks values ($1::text::int) on conflict do nothing returning block),
       d as (insert into ${schema}.documents select x.* from b, json_to_recordset($2::text::json) x(row int, id text, hash text, length int)),
       p as (insert into ${schema}.postings select x.term, b.block, x.rows, x.counts
         from b, json_to_recordset($3::text::json) x(term text, rows int[], counts int[]))
     select count(*)::int as blocks from b`,
    [String(block), JSON.stringify(documents), JSON.stringify(postings)],
    tools,
  );
  return made!.blocks === 1;
};

/** All rows of a collection in pages by id, with these hashes. */
export async function* storedRows(
  database: Database,
  schema: string,
  hashes: readonly string[],
  tools: Talking,
): AsyncGenerator<readonly StoredRow[]> {
  const pages = database.pages(
    `select row, id, ${hashes.join(', ')} from ${schema}.documents order by id, row`,
    tools,
  );
  for await (const rows of pages)
    yield rows.map((each) => ({
      row: Number(each.row),
      id: String(each.id),
      hashes: hashes.map((name) => String(each[name])),
    }));
}

const mustHavePostings = async (
  database: Database,
  { name, schema }: OpenCollection,
  postings: number,
  tools: Talking,
): Promise<void> => {
  const [{ there } = {}] = await database.ask(
    `select coalesce(sum(cardinality(rows)), 0)::float8 as there from ${schema}.postings`,
    [],
    tools,
    { unlimited: true },
  );
  if (there !== postings)
    throw new WorkError(`${name} is not the corpus: it has ${there} of ${postings} postings`, RELOAD);
};

const mustHoldRows = async (
  database: Database,
  { name, schema }: OpenCollection,
  drawn: readonly TermsRow[],
  tools: Talking,
): Promise<void> => {
  for (const { row, tokens } of drawn) {
    const sent = timesIn(tokens);
    const code = lengthCode(tokens.length);
    const held = await database.ask(
      `select p.term, u.count from ${schema}.postings p cross join lateral unnest(p.rows, p.counts) u(row, count)
       where p.block = $1::text::int and p.term in (select json_array_elements_text($2::text::json)) and u.row = $3::text::int`,
      [String(Math.floor(row / BLOCK)), JSON.stringify([...sent.keys()]), String(row)],
      tools,
    );
    const isHeld =
      held.length === sent.size &&
      held.every(({ term, count }) => count === sent.get(String(term))! * 256 + code);
    if (!isHeld) throw isNotWhatWasSent(name, row);
  }
};
