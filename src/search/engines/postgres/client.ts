import type { Sql, TransactionSql } from 'postgres';
import { type Tools, WorkError } from '../../../core/index.js';
import { networkReason, systemTime, withRetry } from '../../../platform/node/index.js';
import type { EngineOptions } from '../engine.js';
import { Refused } from '../refused.js';
import type { Access } from './access.js';

/** A row of an answer. */
export type Row = Readonly<Record<string, unknown>>;

export type Parameter = string | number | null;

export interface How {
  /** Settings of the server for this statement. */
  readonly settings?: Readonly<Record<string, string>>;
  /** It may take as long as it takes: the making of an index. */
  readonly unlimited?: boolean;
  /** How often at most it is tried, where that is fewer than usual. */
  readonly tries?: number;
}

/** Talks to a database. Statements are such that a second try does no harm: what was done before is there, or all of it is not. */
export interface Database {
  readonly address: string;
  ask(text: string, parameters: readonly Parameter[], tools: Talking, how?: How): Promise<readonly Row[]>;
  /** The rows of a long answer in pages, of one moment. A connection that is lost is an error. */
  pages(text: string, tools: Talking): AsyncGenerator<readonly Row[]>;
  close(): Promise<void>;
}

export type Talking = Pick<Tools, 'note' | 'signal'>;

/** With waits of up to 30 s in between, a server has about two minutes to come back. */
const TRIES = 9;
const TIMEOUT_SECONDS = 120;
/** Statements at once. */
export const CONNECTIONS = 4;
const LONGEST_WAIT_MS = 120_000;
const PAGE = 10_000;
/** The server ends a statement itself; one that does not even do that is left. */
const GRACE_MS = 5000;

export const openDatabase = async (
  access: Access,
  { tries = TRIES, timeoutSeconds = TIMEOUT_SECONDS }: EngineOptions,
): Promise<Database> => {
  const connect = await driver();
  const timeoutMs = timeoutSeconds * 1000;
  const { address, host, port, database, username, password, ssl } = access;
  const open = (): Sql =>
    connect({
      host,
      port,
      database,
      username,
      password: password ?? '',
      ssl,
      max: CONNECTIONS,
      connect_timeout: Math.min(30, timeoutSeconds),
      // Tries and waits are counted here, and every value is sent as text.
      backoff: false as never,
      fetch_types: false,
      onnotice: () => {},
      connection: {
        application_name: 'r2med',
        statement_timeout: timeoutMs,
        // What decides how values come back, whatever the database is set to.
        extra_float_digits: 3,
        bytea_output: 'hex',
        search_path: 'public',
        default_transaction_read_only: 'off' as never,
        jit: 'off' as never,
      },
    });
  let sql = open();
  const leave = (): void => {
    const left = sql;
    sql = open();
    void left.end({ timeout: 0 });
  };
  const retried = <T>(work: () => Promise<T>, { note, signal }: Talking, most = tries): Promise<T> =>
    withRetry(
      () =>
        work().catch((error: unknown) => {
          signal.throwIfAborted();
          const failed = failure(error, address);
          // The driver goes on counting the rows of an answer that was cut when it uses the connection again: none of them is.
          if (failed instanceof Lost) leave();
          throw failed;
        }),
      {
        policy: { ...systemTime, tries: Math.min(most, tries) },
        signal,
        note: (line) => note(`postgres: ${line}`),
        longestAskedMs: LONGEST_WAIT_MS,
        retryable: (error) => (error instanceof Lost ? {} : undefined),
      },
    ).catch((error: unknown) => {
      if (!(error instanceof Lost)) throw error;
      throw new WorkError(
        `the database gave no whole answer: ${error.message}`,
        `check the server (${address}) and run the same command again: what was loaded stays`,
        { cause: error },
      );
    });
  return {
    address,
    ask: (text, parameters, tools, { settings = {}, unlimited = false, tries: most } = {}) => {
      const all = { ...settings, ...(unlimited && { statement_timeout: '0' }) };
      const statement = async (): Promise<readonly Row[]> => {
        const asked =
          Object.keys(all).length === 0
            ? sql.unsafe(text, [...parameters])
            : sql.begin((within) => withSettings(within, all, text, parameters));
        const ms = unlimited ? undefined : timeoutMs + GRACE_MS;
        return mustBeDense(await limited(asked as Promise<readonly Row[]>, ms, tools));
      };
      return retried(statement, tools, most);
    },
    async *pages(text, { signal }) {
      try {
        for await (const rows of sql.unsafe(text).cursor(PAGE)) {
          signal.throwIfAborted();
          yield rows;
        }
      } catch (error) {
        throw failure(error, address);
      }
    },
    close: () => sql.end({ timeout: 1 }),
  };
};

/** The driver, which is installed by those who need it. */
const driver = async (): Promise<typeof import('postgres')> => {
  try {
    return (await import('postgres')).default;
  } catch (error) {
    throw new WorkError(
      `--engine postgres needs the package postgres, which cannot be loaded: ${error instanceof Error ? error.message : error}`,
      'npm install postgres@3 --ignore-scripts',
      { cause: error },
    );
  }
};

const withSettings = async (
  within: TransactionSql,
  settings: NonNullable<How['settings']>,
  text: string,
  parameters: readonly Parameter[],
): Promise<readonly Row[]> => {
  for (const [name, value] of Object.entries(settings))
    await within.unsafe('select set_config($1, $2, true)', [name, value]);
  return within.unsafe(text, [...parameters]);
};

/** An answer without the rows of one that came before on the same connection. */
const mustBeDense = (rows: readonly Row[]): readonly Row[] => {
  if (rows.length === 0 || Object.keys(rows).length >= rows.length) return rows;
  throw new Lost('an answer without its first rows');
};

/** Waits so long for an answer; the connections of a server that does not say anything are left. */
const limited = async <T>(asked: Promise<T>, ms: number | undefined, { signal }: Talking): Promise<T> => {
  let end = (): void => {};
  const ended = new Promise<never>((_, reject) => {
    const stop = (): void => reject(signal.reason);
    const timer = ms === undefined ? undefined : setTimeout(() => reject(new Lost('no answer in time')), ms);
    signal.addEventListener('abort', stop, { once: true });
    end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
  });
  asked.catch(() => {});
  try {
    return await Promise.race([asked, ended]);
  } finally {
    end();
  }
};

/** The connection, or the server, went away; another try may succeed. */
class Lost extends Error {}

/** A collection that is complete takes no rows. */
export class Closed extends Error {}
/** What a closed collection answers. */
export const CLOSED = 'R2MED';

/** Codes of PostgreSQL after which the same statement may succeed. */
const PASSING = /^(08...|57P0[1-5]|53300|40001|40P01|CONNECTION_.*|CONNECT_TIMEOUT)$/;

/** What to do about the others that people can do something about. */
const FIXES: readonly (readonly [code: RegExp, fix: string])[] = [
  [/^28/, 'set PGUSER and PGPASSWORD, or add a line to ~/.pgpass: nothing was sent a second time'],
  [/^3D000/, 'make the database (createdb), or name another: postgres://HOST:PORT/DATABASE'],
  [/^42501/, 'use an account that may make schemas in the database: GRANT CREATE ON DATABASE'],
  [
    /^(53100|53200|58)/,
    'free disk space or memory on the server, then run the same command again: what was loaded stays',
  ],
  [/^57014/, 'allow more time (--engine-timeout) and run the same command again: what was loaded stays'],
  [/^25006/, 'use a server that takes writes: this one is a copy, or read-only'],
];

const failure = (error: unknown, address: string): Error => {
  if (error instanceof WorkError || error instanceof Lost) return error;
  const { code = '', severity } = error as { readonly code?: string; readonly severity?: string };
  if (code === CLOSED) return new Closed();
  // A mistake in this program, not of the server.
  if (code === '' && error instanceof Error) return error;
  const said = error instanceof Error ? error.message : String(error);
  if (severity === undefined || PASSING.test(code)) {
    const { reason, transient } = networkReason(error);
    if (transient || PASSING.test(code))
      return new Lost(`${address}: ${severity === undefined ? reason : said}`);
    return new WorkError(
      `${address}: ${reason}`,
      'set PGSSLROOTCERT to the file of the authority that signed the certificate of the server',
      { cause: error },
    );
  }
  const fix = FIXES.find(([codes]) => codes.test(code))?.[1];
  return new Refused(`${address}: ${said} (SQLSTATE ${code})`, fix, { cause: error });
};
