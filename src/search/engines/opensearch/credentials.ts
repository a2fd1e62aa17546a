import { readFile } from 'node:fs/promises';
import { addressesIn, InputError, shownAddress, trimmedEnd } from '../../../core/index.js';
import { isLoopback } from '../../../platform/api-client/index.js';
import { type Environment, readError } from '../../../platform/node/index.js';

/** Where a cluster is, and the account for it. Secrets come from the environment and go into requests alone. */
export interface Access {
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** The variables that hold the account, if there are any. */
  readonly credentials?: string;
  readonly ca?: string;
  /** A word about the way there, where it is not safe. */
  readonly warning?: string;
}

const URL_FIX =
  'write --engine opensearch:http://localhost:9200, or set OPENSEARCH_URL; several addresses are joined by commas';

/** Reads `URL[,URL…]`, or OPENSEARCH_URL where nothing is written, and the credentials of the environment. */
export const accessOf = async (written: string, env: Environment): Promise<Access> => {
  const addresses = addressesIn(written || env.OPENSEARCH_URL || '')
    .map((each) => each.trim())
    .filter(Boolean)
    .map(addressOf);
  if (addresses.length === 0) throw new InputError({ found: 'no address of a cluster', fix: URL_FIX });
  const { credentials, authorization } = accountOf(env);
  const open = addresses.find((address) => address.startsWith('http:') && !isLoopback(address));
  return {
    addresses,
    headers: authorization ? { authorization } : {},
    ...(credentials && { credentials }),
    ...(env.OPENSEARCH_CA_FILE && { ca: await certificates(env.OPENSEARCH_CA_FILE) }),
    ...(open && authorization && { warning: `${open}: the password travels unencrypted; use https` }),
  };
};

const addressOf = (written: string): string => {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (written.includes('@'))
    throw new InputError({
      found: `a user or password in ${shownAddress(written)}`,
      expected: 'an address without them',
      fix: 'set OPENSEARCH_USER and OPENSEARCH_PASSWORD instead: the environment is not printed or stored',
    });
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new InputError({
      found: `"${shownAddress(written)}" is not the address of a cluster`,
      expected: 'http:// or https://, a host and a port',
      fix: URL_FIX,
    });
  return trimmedEnd(url.href, /\//);
};

const accountOf = (env: Environment): { readonly credentials?: string; readonly authorization?: string } => {
  const { OPENSEARCH_USER: user, OPENSEARCH_PASSWORD: password, OPENSEARCH_API_KEY: key } = env;
  if (key && (user || password))
    throw new InputError({
      found: 'OPENSEARCH_API_KEY and OPENSEARCH_USER or OPENSEARCH_PASSWORD',
      fix: 'set one kind of credential',
    });
  if (key) return { credentials: 'OPENSEARCH_API_KEY', authorization: `ApiKey ${key}` };
  if (!user && !password) return {};
  if (!user || !password)
    throw new InputError({
      found: `${user ? 'OPENSEARCH_USER' : 'OPENSEARCH_PASSWORD'} alone`,
      expected: 'both OPENSEARCH_USER and OPENSEARCH_PASSWORD',
      fix: 'set the other variable too, or unset both',
    });
  return {
    credentials: 'OPENSEARCH_USER and OPENSEARCH_PASSWORD',
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  };
};

const certificates = async (file: string): Promise<string> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw readError(file, error);
  });
  const { X509Certificate } = await import('node:crypto');
  try {
    new X509Certificate(text);
  } catch (cause) {
    throw new InputError(
      {
        at: { file },
        found: 'no certificate',
        expected: 'a certificate in PEM format, with the line -----BEGIN CERTIFICATE-----',
        fix: 'set OPENSEARCH_CA_FILE to the file of the authority that signed the certificate of the cluster',
      },
      { cause },
    );
  }
  return text;
};
