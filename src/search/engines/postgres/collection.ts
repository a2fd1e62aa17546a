import { canonicalJson, InputError, type JsonObject, WorkError } from '../../../core/index.js';
import { COLLECTION_PREFIX, collectionName, isCollectionName, storedObject } from '../collection-key.js';
import type { Collection, EngineAbout, LoadOptions } from '../engine.js';
import { CLOSED, type Database, type Talking } from './client.js';

/** What a collection is to be: everything in `key` decides its name. It is a schema of the database, with tables that `tables` makes. */
export interface Wanted {
  readonly kind: string;
  readonly key: JsonObject;
  /** What its summary says before it is complete. */
  readonly begun?: JsonObject;
  tables(schema: string): string;
}

/** A collection that is there, finished or not. */
export interface OpenCollection {
  readonly name: string;
  /** Its name in statements. */
  readonly schema: string;
  readonly complete: boolean;
  readonly summary: JsonObject;
}

/** In statements. Only names of collections come here. */
const quoted = (name: string): string => `"${name}"`;

/** Finds a collection, or makes an empty one. Another schema under its name is refused, never used or changed. */
export const openCollection = async (
  database: Database,
  wanted: Wanted,
  { shards = 1, replicas = 0 }: LoadOptions,
  tools: Talking,
): Promise<OpenCollection> => {
  if (shards !== 1 || replicas !== 0)
    throw new InputError({
      found: `${shards} shards and ${replicas} replicas with --engine postgres`,
      expected: 'neither: a database has one copy of its tables',
      fix: 'leave --shards and --replicas out; copies are made by the replication of the server',
    });
  const name = collectionName(wanted.key);
  const there = await readCollection(database, name, tools);
  if (!there) {
    const schema = quoted(name);
    const about = [wanted.kind, canonicalJson(wanted.key), canonicalJson(wanted.begun ?? {})].map(literal);
    // One statement for the server, so that a collection is made whole or not at all. Another process may be faster.
    const made = `
      create schema ${schema};
      create table ${schema}.collection (kind text not null, key text not null, begun text not null, summary text);
      insert into ${schema}.collection values (${about.join(', ')});
      create function ${schema}.closed() returns trigger language plpgsql as
        'begin raise exception ''this collection is complete'' using errcode = ''${CLOSED}''; end';
      ${wanted.tables(schema)}
      exception when duplicate_schema or unique_violation then null;`;
    await database.ask(`do $r2med$ begin ${made} end $r2med$`, [], tools);
  }
  const opened = there ?? (await readCollection(database, name, tools));
  if (!opened) throw new WorkError(`${name} is gone`, 'run the same command again');
  if (opened.kind !== wanted.kind || canonicalJson(opened.key) !== canonicalJson(wanted.key))
    throw new WorkError(
      `the schema ${name} holds something else (${opened.kind}: ${canonicalJson(opened.key)})`,
      'nothing was changed; give that schema another name, or use another database',
    );
  return opened;
};

/** Text in a statement that takes no parameters. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

interface ReadCollection extends OpenCollection {
  readonly kind: string;
  readonly key: JsonObject;
}

/** What is known of a collection of r2med; undefined if there is none. A schema of others under such a name is an error. */
export const readCollection = async (
  database: Database,
  name: string,
  tools: Talking,
): Promise<ReadCollection | undefined> => {
  const schema = quoted(name);
  const [{ there, table } = {}] = await database.ask(
    'select to_regnamespace($1) is not null as there, to_regclass($2) is not null as table',
    [schema, `${schema}.collection`],
    tools,
  );
  if (!there) return undefined;
  if (!table) throw notOurs(name);
  const [found] = await database.ask(`select kind, key, begun, summary from ${schema}.collection`, [], tools);
  const key = storedObject(found?.key);
  const summary = storedObject(found?.summary);
  if (!key || typeof found?.kind !== 'string') throw notOurs(name);
  const complete = summary !== undefined;
  return {
    name,
    schema,
    kind: found.kind,
    key,
    complete,
    summary: summary ?? storedObject(found.begun) ?? {},
  };
};

const notOurs = (name: string): WorkError =>
  new WorkError(
    `${name} was not made by r2med`,
    'nothing was changed; give that schema another name, or use another database',
  );

/** Marks a collection as loaded and checked, and closes its tables to writes. */
export const completeCollection = async (
  database: Database,
  { name, schema }: OpenCollection,
  summary: JsonObject,
  tables: readonly string[],
  tools: Talking,
): Promise<void> => {
  const closed = tables
    .map(
      (table) =>
        `create or replace trigger closed before insert or update or delete or truncate on ${schema}.${table} execute function ${schema}.closed();`,
    )
    .join('\n');
  const completed = `
    perform pg_advisory_xact_lock(hashtext(${literal(name)}));
    ${closed}
    update ${schema}.collection set summary = ${literal(canonicalJson(summary))};`;
  await database.ask(`do $r2med$ begin ${completed} end $r2med$`, [], tools);
};

/** The summary of a collection that another process loaded to the end meanwhile, and checked. */
export const finishedElsewhere = async (
  database: Database,
  name: string,
  tools: Talking,
): Promise<JsonObject> => {
  const there = await readCollection(database, name, tools);
  if (!there?.complete) throw new WorkError(`${name} is gone`, 'run the same command again');
  return there.summary;
};

export const factsOf = (about: EngineAbout, { name }: OpenCollection, documents: number): JsonObject =>
  ({ ...about, index: name, shards: 1, replicas: 0, documents }) as JsonObject;

export const listCollections = async (database: Database, tools: Talking): Promise<readonly Collection[]> => {
  const names = await database.ask(
    `select n.nspname as name, (select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 from pg_class c
       where c.relnamespace = n.oid and c.relkind = 'r') as bytes
     from pg_namespace n where starts_with(n.nspname, $1) order by 1`,
    [COLLECTION_PREFIX],
    tools,
  );
  const all: Collection[] = [];
  for (const { name, bytes } of names) {
    if (!isCollectionName(String(name))) continue;
    // One of others, or one that was dropped meanwhile, is no collection.
    const known = await readCollection(database, String(name), tools).catch(() => undefined);
    if (!known) continue;
    const { kind, key, complete, schema } = known;
    all.push({
      name: known.name,
      kind,
      key,
      complete,
      documents: await documentsIn(database, schema, tools),
      deleted: 0,
      bytes: Number(bytes),
      shards: 1,
      replicas: 0,
      health: 'green',
    });
  }
  return all;
};

export const documentsIn = async (database: Database, schema: string, tools: Talking): Promise<number> => {
  const [count] = await database.ask(
    `select count(*)::float8 as documents from ${schema}.documents`,
    [],
    tools,
  );
  return Number(count!.documents);
};

export const dropCollection = async (database: Database, name: string, tools: Talking): Promise<void> => {
  if (!isCollectionName(name)) throw notOurs(name);
  const there = await readCollection(database, name, tools);
  if (!there) throw new WorkError(`there is no collection ${name}`, 'r2med engine status lists them');
  await database.ask(`drop schema if exists ${there.schema} cascade`, [], tools, { unlimited: true });
};
