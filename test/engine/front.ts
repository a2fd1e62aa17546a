import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A certificate and its key, as files. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Certificates of a folder, made by openssl: they are seconds old, and no key is kept in the repository. */
export const certificatesIn = (folder: string) => {
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  };
  const filesOf = (name: string): Certificate => ({
    certificate: join(folder, `${name}.pem`),
    key: join(folder, `${name}.key`),
  });
  return {
    /** An authority that nobody knows. */
    authority: (name: string): Certificate => {
      const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
      openssl('req', '-x509', ...NEW_KEY, '-days', '2', '-subj', `/CN=${name}`, ...files);
      return filesOf(name);
    },
    /** A server that answers to `names`, for so many days from now: below 0 they are over. */
    server: (name: string, { by, names, days }: { by: Certificate; names: string; days: number }) => {
      openssl(
        'req',
        '-new',
        ...NEW_KEY,
        '-subj',
        '/CN=node',
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.csr`,
      );
      writeFileSync(join(folder, `${name}.ext`), `basicConstraints=CA:FALSE\nsubjectAltName=${names}\n`);
      const signer = ['-CA', by.certificate, '-CAkey', by.key, '-CAcreateserial', '-extfile', `${name}.ext`];
      openssl('x509', '-req', '-in', `${name}.csr`, ...signer, '-days', `${days}`, '-out', `${name}.pem`);
      return filesOf(name);
    },
  };
};

/** Who may ask: the value of `authorization`, and whether they may change something. */
export type Accounts = ReadonlyMap<string, 'all' | 'read'>;

/**
 * HTTPS before a node without it, which asks who is there, as a cluster with the security plugin does: 401 in plain text for strangers, and 403
 * with a reason for accounts without the right.
 */
export const startFront = async (node: string, { certificate, key }: Certificate, accounts: Accounts) => {
  let asked = 0;
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (got, answer) => {
    asked += 1;
    const account = accounts.get(got.headers.authorization ?? '');
    if (!account) {
      answer.writeHead(401, { 'www-authenticate': 'Basic realm="OpenSearch Security"' }).end('Unauthorized');
    } else if (account === 'read' && got.method !== 'GET') {
      const error = { type: 'security_exception', reason: 'no permissions for [indices:admin/create]' };
      answer
        .writeHead(403, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error, status: 403 }));
    } else {
      const { authorization: _, ...headers } = got.headers;
      const passed = request(`${node}${got.url}`, { method: got.method ?? 'GET', headers }, (given) => {
        answer.writeHead(given.statusCode!, given.headers);
        given.pipe(answer);
      });
      got.pipe(passed);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Requests so far, let through or not. */
    asked: (): number => asked,
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
};
