import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { openEngine } from '../../src/search/engines/index.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { testTools } from '../support/tools.js';
import { type Certificate, certificatesIn, startFront } from './front.js';

/** A cluster behind TLS with accounts: who may ask is let through, all others are told why not, and no secret is told to anybody. */
const node = inject('cluster').split(',')[0]!;
const folder = temporaryFolder();
const certificates = certificatesIn(folder);
const ca = certificates.authority('ours');
const HERE = 'IP:127.0.0.1,DNS:localhost';
const good = certificates.server('good', { by: ca, names: HERE, days: 2 });

const PASSWORD = 'correct horse battery';
const KEY = 'c2VjcmV0LWtleQ';
const SECRETS = [PASSWORD, KEY, 'wrong-secret', btoa(`admin:${PASSWORD}`), btoa('admin:wrong-secret')];
const ACCOUNTS = new Map<string, 'all' | 'read'>([
  [`Basic ${btoa(`admin:${PASSWORD}`)}`, 'all'],
  [`Basic ${btoa(`reader:${PASSWORD}`)}`, 'read'],
  [`ApiKey ${KEY}`, 'all'],
]);

const OURS = { OPENSEARCH_CA_FILE: ca.certificate };
const ADMIN = { OPENSEARCH_USER: 'admin', OPENSEARCH_PASSWORD: PASSWORD };
const TASK = ['--suite', 'sample', '--task', 'MedQA-Diag', '--system', 'bm25'];

const fronts: Awaited<ReturnType<typeof startFront>>[] = [];
const front = async (certificate: Certificate) => {
  const started = await startFront(node, certificate, ACCOUNTS);
  fronts.push(started);
  return started;
};

afterEach(async () => {
  for (const each of fronts.splice(0)) each.close();
  const engine = await openEngine(`opensearch:${node}`, {}, testTools());
  for (const { name } of await engine.collections()) await engine.drop(name);
  await engine.close();
});

/** All that a call left where others may read it. */
const leftIn = (out: string): string =>
  readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

const expectNoSecretIn = (text: string): void => {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
};

describe('an account that may', () => {
  it.each([
    ['user and password', '127.0.0.1', ADMIN],
    ['API key', 'localhost', { OPENSEARCH_API_KEY: KEY }],
  ])('%s at %s: loads, searches and looks after the cluster', async (_, host, account) => {
    const { port } = await front(good);
    const out = temporaryFolder();
    const env = { ...OURS, ...account, OPENSEARCH_URL: `https://${host}:${port}` };
    const run = (name: string, ...more: string[]) =>
      r2med(['run', ...TASK, '--out', join(out, name), ...more], { env });
    const calls = [await run('there', '--engine', 'opensearch'), await run('here')];
    for (const verb of [['engine', 'status'], ['doctor']]) calls.push(await r2med(verb, { env }));
    expect(calls.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const rankings = (name: string) =>
      readFileSync(join(out, name, 'bm25', 'MedQA-Diag', 'run.trec'), 'utf8');
    expect(rankings('there')).toBe(rankings('here'));
    expectNoSecretIn(JSON.stringify(calls) + leftIn(out));
  });
});

describe('who may not is told why and what to do, at the first request', () => {
  const other = certificates.authority('other');
  const noCertificate = join(folder, 'notes.txt');
  writeFileSync(noCertificate, 'the certificate is on the other disk');
  const cases: readonly {
    readonly what: string;
    readonly env: NodeJS.ProcessEnv;
    readonly shown?: Certificate;
    readonly host?: string;
    readonly code?: number;
    readonly requests?: number;
    readonly says: readonly RegExp[];
  }[] = [
    {
      what: 'no account',
      env: OURS,
      requests: 1,
      says: [
        /HTTP 401, the cluster wants to know who asks/,
        /Fix: set OPENSEARCH_USER and OPENSEARCH_PASSWORD/,
      ],
    },
    {
      what: 'a wrong password',
      env: { ...OURS, OPENSEARCH_USER: 'admin', OPENSEARCH_PASSWORD: 'wrong-secret' },
      requests: 1,
      says: [
        /HTTP 401, the cluster does not accept OPENSEARCH_USER and OPENSEARCH_PASSWORD/,
        /Fix: check OPENSEARCH_USER and/,
      ],
    },
    {
      what: 'a wrong API key',
      env: { ...OURS, OPENSEARCH_API_KEY: 'wrong-secret' },
      requests: 1,
      says: [/HTTP 401, the cluster does not accept OPENSEARCH_API_KEY/, /Fix: check OPENSEARCH_API_KEY/],
    },
    {
      what: 'an account that may only read',
      env: { ...OURS, OPENSEARCH_USER: 'reader', OPENSEARCH_PASSWORD: PASSWORD },
      says: [
        /HTTP 403, not allowed: security_exception: no permissions/,
        /Fix: .*may read and write indexes named r2med-\*/,
      ],
    },
    {
      what: 'an authority that this machine does not know',
      env: ADMIN,
      requests: 0,
      says: [/unable to verify the first certificate|self-signed certificate/, /Fix: .*OPENSEARCH_CA_FILE/],
    },
    {
      what: 'the file of another authority',
      env: { ...ADMIN, OPENSEARCH_CA_FILE: other.certificate },
      requests: 0,
      says: [/unable to verify the first certificate|self-signed certificate/, /Fix: .*OPENSEARCH_CA_FILE/],
    },
    {
      what: 'a certificate that has expired',
      env: { ...OURS, ...ADMIN },
      shown: certificates.server('expired', { by: ca, names: HERE, days: -1 }),
      requests: 0,
      says: [/certificate has expired/, /Fix: renew the certificate of the node/],
    },
    {
      what: 'a certificate of another host',
      env: { ...OURS, ...ADMIN },
      shown: certificates.server('elsewhere', { by: ca, names: 'DNS:search.example', days: 2 }),
      requests: 0,
      host: 'localhost',
      says: [/search\.example/, /Fix: write an address with a host name that the certificate has/],
    },
    {
      what: 'a file of an authority that holds no certificate',
      env: { ...ADMIN, OPENSEARCH_CA_FILE: noCertificate },
      code: 2,
      requests: 0,
      says: [/notes\.txt/, /no certificate/, /OPENSEARCH_CA_FILE/],
    },
    {
      what: 'a file of an authority that is not there',
      env: { ...ADMIN, OPENSEARCH_CA_FILE: join(folder, 'nowhere.pem') },
      code: 2,
      requests: 0,
      says: [/nowhere\.pem/],
    },
  ];
  it.each(cases)('$what', async ({ env, shown = good, host = '127.0.0.1', code = 1, requests, says }) => {
    const { port, asked } = await front(shown);
    const out = temporaryFolder();
    const address = `https://${host}:${port}`;
    const call = await r2med(['run', ...TASK, '--out', out, '--engine', `opensearch:${address}`], { env });
    expect([call.code, call.stdout]).toEqual([code, '']);
    for (const each of says) expect(call.stderr).toMatch(each);
    if (code === 1) expect(call.stderr).toContain(address);
    // A wrong password that is sent again and again locks an account.
    if (requests !== undefined) expect(asked()).toBe(requests);
    expectNoSecretIn(JSON.stringify(call) + leftIn(out));
  });

  it('https to a node that speaks http', async () => {
    const address = node.replace('http:', 'https:');
    const args = ['run', ...TASK, '--out', temporaryFolder(), '--engine', `opensearch:${address}`];
    const { code, stderr } = await r2med(args, { env: ADMIN });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/does not speak https[\s\S]*Fix: .*http:/)]);
  });
});
