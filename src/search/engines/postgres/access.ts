import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { InputError, shownAddress } from '../../../core/index.js';
import { isLoopback } from '../../../platform/api-client/index.js';
import { type Environment, readError } from '../../../platform/node/index.js';

/** A certificate that is looked at, with the host that it has to name. */
interface Verified {
  readonly rejectUnauthorized: true;
  readonly host: string;
  readonly ca?: string;
}

/** Where a database is, and the account for it. Secrets come from the environment and go into the connection alone. */
export interface Access {
  /** Without an account. */
  readonly address: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly password?: string;
  readonly ssl: false | 'prefer' | 'require' | Verified;
  /** Words about the way there, where it is not safe. */
  readonly warnings: readonly string[];
}

const URL_FIX =
  'write --engine postgres://localhost:5432/DATABASE, or set PGHOST, PGPORT and PGDATABASE and write --engine postgres';

/** Reads `//HOST[:PORT]/DATABASE`, with or without `postgres:` before it, and what of libpq's variables it leaves open. */
export const accessOf = async (written: string, env: Environment): Promise<Access> => {
  const url = written === '' ? undefined : addressOf(written);
  const host = url ? url.hostname : env.PGHOST || 'localhost';
  const port = Number((url ? url.port : env.PGPORT) || 5432);
  const username = decodeURIComponent(url?.username ?? '') || env.PGUSER || env.USER || 'postgres';
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '') || env.PGDATABASE || username;
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new InputError({ found: `port "${env.PGPORT}"`, expected: 'a port number', fix: 'correct PGPORT' });
  const kept = env.PGPASSWORD
    ? { password: env.PGPASSWORD }
    : await passFile({ host, port, database, username }, env);
  const ssl = await encryption(host, env);
  const isOpen = (ssl === false || ssl === 'prefer') && kept.password !== undefined && !isNear(host);
  return {
    address: host.startsWith('/') ? `${host}:${port}/${database}` : `postgres://${host}:${port}/${database}`,
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port,
    database,
    username,
    ...(kept.password !== undefined && { password: kept.password }),
    ssl,
    warnings: [
      ...(kept.warning ? [kept.warning] : []),
      ...(isOpen ? [`${host}: what is sent may travel unencrypted; set PGSSLMODE=verify-full`] : []),
    ],
  };
};

const isNear = (host: string): boolean => host.startsWith('/') || isLoopback(`http://${host}`);

const addressOf = (written: string): URL => {
  const text = written.startsWith('//') ? `postgres:${written}` : written;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '' || url.search || url.hash)
    throw new InputError({
      found: `"${shownAddress(text)}" is not the address of a database`,
      expected: 'postgres://HOST:PORT/DATABASE',
      fix: URL_FIX,
    });
  if (url.password !== '')
    throw new InputError({
      found: `a password in ${shownAddress(text)}`,
      expected: 'an address without it',
      fix: 'set PGPASSWORD, or add a line to ~/.pgpass: the environment is not printed or stored',
    });
  return url;
};

type Kept = { readonly password?: string; readonly warning?: string };

/** The password in libpq's file of passwords. */
const passFile = async (
  { host, port, database, username }: Pick<Access, 'host' | 'port' | 'database' | 'username'>,
  env: Environment,
): Promise<Kept> => {
  const file = env.PGPASSFILE || join(env.HOME || homedir(), '.pgpass');
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return {};
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    return { warning: `${file} is ignored, since others may read it: chmod 600` };
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw readError(file, error);
  });
  const wanted = [host.startsWith('/') ? 'localhost' : host, String(port), database, username];
  for (const line of text.split(/\r?\n/)) {
    const fields = fieldsOf(line);
    if (fields.length === 5 && wanted.every((each, i) => fields[i] === '*' || fields[i] === each))
      return { password: fields[4]! };
  }
  return {};
};

/** The fields of a line, which colons part; a backslash takes the next character as it is. */
export const fieldsOf = (line: string): readonly string[] => {
  if (line.startsWith('#') || line === '') return [];
  const fields = [''];
  for (let i = 0; i < line.length; i++) {
    const isEscaped = line[i] === '\\' && i + 1 < line.length;
    if (line[i] === ':' && fields.length < 5) fields.push('');
    else fields[fields.length - 1] = fields.at(-1)! + (isEscaped ? line[++i] : line[i]);
  }
  return fields;
};

const encryption = async (host: string, env: Environment): Promise<Access['ssl']> => {
  const mode = env.PGSSLMODE || (isNear(host) ? 'disable' : 'prefer');
  if (mode === 'disable') return false;
  if (mode === 'prefer' || mode === 'require') return mode;
  if (mode !== 'verify-full')
    throw new InputError({
      found: `PGSSLMODE=${mode}`,
      expected: 'disable, prefer, require or verify-full',
      fix: 'set one of them',
    });
  const file = env.PGSSLROOTCERT;
  // The client library leaves the name out where it is an IP address; the certificate is then compared with `localhost`.
  if (!file) return { rejectUnauthorized: true, host };
  const ca = await readFile(file, 'utf8').catch((error: unknown) => {
    throw readError(file, error);
  });
  return { rejectUnauthorized: true, host, ca };
};
