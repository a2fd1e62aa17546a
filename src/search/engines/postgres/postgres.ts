import { once, type Tools, WorkError } from '../../../core/index.js';
import type { Environment } from '../../../platform/node/index.js';
import type { Engine, EngineAbout, EngineOptions } from '../engine.js';
import { accessOf } from './access.js';
import { type Database, openDatabase } from './client.js';
import { dropCollection, listCollections } from './collection.js';
import { openTermsIndex } from './terms-index.js';
import { openVectorsIndex } from './vectors-index.js';

/** The first whose statements are understood. */
const OLDEST = 14;
/** A server that is not started, or a wrong address, should not be waited for as long as one that was there. */
const FIRST_TRIES = 3;

/** Opens a PostgreSQL database: `//HOST:PORT/DATABASE`, or what libpq's variables say where that is empty. */
export const openPostgres = async (
  written: string,
  env: Environment,
  tools: Tools,
  options: EngineOptions = {},
): Promise<Engine> => {
  const access = await accessOf(written, env);
  for (const warning of access.warnings) tools.note(warning);
  const database = await openDatabase(access, options);
  const about = once(() => askAbout(database, tools));
  return {
    name: 'postgres',
    addresses: [database.address],
    sample: options.sample,
    about,
    openTerms: async (corpus, recipe, tools, layout = {}) =>
      openTermsIndex(database, await about(), corpus, recipe, tools, layout),
    openVectors: async (wanted, tools, layout = {}) =>
      openVectorsIndex(database, await about(), wanted, tools, layout),
    status: async () => {
      const known = await about();
      const collections = await listCollections(database, tools);
      const [{ schemas } = {}] = await database.ask(
        "select count(*)::int as schemas from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'",
        [],
        tools,
      );
      return {
        about: known,
        health: 'green',
        // A server does not say how full its disk is.
        nodes: [{ name: database.address, data: true }],
        collections,
        foreign: Number(schemas) - collections.length,
      };
    },
    collections: () => listCollections(database, tools),
    drop: (name) => dropCollection(database, name, tools),
    close: () => database.close(),
  };
};

const askAbout = async (database: Database, tools: Tools): Promise<EngineAbout> => {
  const [found] = await database.ask(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       current_setting('server_encoding') as encoding, current_database() as name,
       (select extversion from pg_extension where extname = 'vector') as pgvector`,
    [],
    tools,
    { tries: FIRST_TRIES },
  );
  const { version, number, encoding, name, pgvector } = found!;
  const isKnown = Number(number) >= OLDEST * 10_000 && encoding === 'UTF8';
  if (!isKnown)
    throw new WorkError(
      `PostgreSQL ${version} with the encoding ${encoding} is not known to score exactly`,
      `use version ${OLDEST} or later, and a database with the encoding UTF8`,
    );
  return {
    engine: 'postgres',
    version: String(version).split(' ')[0]!,
    ...(typeof pgvector === 'string' && { pgvector }),
    cluster: String(name),
    dataNodes: 1,
  };
};
