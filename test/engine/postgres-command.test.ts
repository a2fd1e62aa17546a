import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import postgres from 'postgres';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { engineBm25, openEngine } from '../../src/search/engines/index.js';
import { retrievers } from '../../src/search/retrieval/index.js';
import { temporaryFolder } from '../support/command.js';
import { printedBy, r2med } from '../support/in-process.js';
import { madeCollection } from '../support/made-collection.js';
import { testTools } from '../support/tools.js';
import { type Certificate, certificatesIn } from './front.js';

const database = inject('database');
const SAMPLE = ['--suite', 'sample', '--task', 'MedQA-Diag'];
const ENGINE = ['--engine', database];

/** Does something by hand, as an administrator may. */
const byHand = async (...statements: readonly string[]): Promise<void> => {
  const sql = postgres(database, { max: 1, onnotice: () => {} });
  try {
    for (const each of statements) await sql.unsafe(each);
  } finally {
    await sql.end();
  }
};

describe('the command line on PostgreSQL', () => {
  it('loads, runs, says what is there, and drops it', async () => {
    const out = temporaryFolder();
    const loaded = await r2med(['engine', 'load', ...SAMPLE, '--retriever', 'bm25', ...ENGINE]);
    expect([loaded.code, loaded.stderr]).toEqual([0, expect.stringContaining('checked')]);
    const systems = ['bm25', 'bm25-lucene'].flatMap((system) => ['--system', system]);
    await printedBy(['run', ...SAMPLE, ...systems, '--out', join(out, 'here')]);
    await printedBy(['run', ...SAMPLE, ...systems, '--out', join(out, 'there'), ...ENGINE]);
    for (const system of ['bm25', 'bm25-lucene']) {
      const file = (where: string, name: string) =>
        readFileSync(join(out, where, system, 'MedQA-Diag', name), 'utf8');
      for (const name of ['run.trec', 'queries.jsonl']) expect(file('there', name)).toBe(file('here', name));
      const [there, here] = ['there', 'here'].map((where) => JSON.parse(file(where, 'record.json')));
      expect(there).toMatchObject({ fingerprint: here.fingerprint, scores: here.scores });
      expect(there.facts.engine).toMatchObject({ engine: 'postgres', index: expect.any(String) });
    }
    const status = async () => JSON.parse(await printedBy(['engine', 'status', ...ENGINE, '--json']));
    const { collections } = await status();
    expect(collections.length).toBeGreaterThan(0);
    for (const { name, complete } of collections) {
      expect(complete).toBe(true);
      await printedBy(['engine', 'drop', name, ...ENGINE], { input: `${name}\n` });
    }
    expect((await status()).collections).toEqual([]);
    expect(await printedBy(['doctor', ...ENGINE])).toMatch(/engine +postgres \d+[\s\S]*engine health +green/);
  });

  it('refuses codes of vectors, which its graphs do not know', async () => {
    const system = ['--system', 'bge(hnsw, codes=byte)'];
    const { code, stderr } = await r2med(['run', ...SAMPLE, ...system, ...ENGINE]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('codes=byte with --engine postgres')]);
  });
});

/**
 * TLS before the server, whose build has none: answers the client's wish for it as a server does, and hands on what was encrypted.
 */
const encrypted = async ({ certificate, key }: Certificate): Promise<string> => {
  const { hostname, port } = new URL(database);
  const server = createServer((socket) => {
    socket.once('data', () => {
      const secure = new TLSSocket(socket, {
        isServer: true,
        cert: readFileSync(certificate),
        key: readFileSync(key),
      });
      const inner = connect(Number(port), hostname);
      for (const each of [secure, inner, socket]) each.on('error', () => {});
      secure.pipe(inner).pipe(secure);
      socket.write('S');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`;
};

describe('TLS before PostgreSQL', () => {
  const certificates = certificatesIn(temporaryFolder());
  const [ours, other] = [certificates.authority('ours'), certificates.authority('other')];
  const names = 'IP:127.0.0.1';
  const good = certificates.server('good', { by: ours, names, days: 2 });
  const expired = certificates.server('expired', { by: ours, names, days: -1 });
  const status = async (certificate: Certificate, env: Record<string, string>) => {
    const args = ['engine', 'status', '--engine', await encrypted(certificate)];
    return r2med(args, { env: { PGSSLMODE: 'verify-full', ...env } });
  };

  it('is accepted from an authority that is named, and with any certificate where that is asked for', async () => {
    expect(await status(good, { PGSSLROOTCERT: ours.certificate })).toMatchObject({ code: 0 });
    expect(await status(good, { PGSSLMODE: 'require' })).toMatchObject({ code: 0 });
  });

  it.each([
    ['an unknown authority', good, {}],
    ['another authority', good, { PGSSLROOTCERT: other.certificate }],
    ['a certificate that is over', expired, { PGSSLROOTCERT: ours.certificate }],
  ])('is refused with the cause and a fix: %s', async (_, certificate, env) => {
    const { code, stderr } = await status(certificate, env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/certificate[\s\S]*Fix: /)]);
  });

  it('is refused by a server that has none', async () => {
    const { code, stderr } = await r2med(['engine', 'status', ...ENGINE], {
      env: { PGSSLMODE: 'verify-full', PGSSLROOTCERT: ours.certificate },
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('Fix: ')]);
  });
});

/** A small disk for the server; undefined where nobody may mount one. */
const smallDisk = (): string | undefined => {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m,uid=65534,gid=65534,mode=700', 'tmpfs', folder], {
      stdio: 'pipe',
    });
    return folder;
  } catch {
    return undefined;
  }
};

it('a full disk ends the load with the cause; with room again the same load goes on', async ({ skip }) => {
  const disk = smallDisk();
  if (disk === undefined) return skip('nobody but root may mount a small disk: nothing is claimed here');
  const filler = join(disk, 'filler');
  const { corpus, queries } = madeCollection(3000);
  try {
    await byHand(`create tablespace small location '${disk}'`, 'create database small tablespace small');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, new Uint8Array(Math.max(0, bavail * bsize - (256 << 10))));
    const engine = await openEngine(database.replace(/postgres$/, 'small'), {}, testTools());
    const opened = () => engineBm25('bm25', {}, engine).open(corpus, testTools());
    try {
      await expect(opened()).rejects.toThrow(/No space left on device.*Fix: free disk space/s);
      rmSync(filler);
      const wanted = await (await retrievers.bm25({}).open(corpus, testTools())).run(queries);
      expect(await (await opened()).run(queries)).toEqual(wanted);
    } finally {
      await engine.close();
    }
  } finally {
    await byHand('drop database if exists small', 'drop tablespace if exists small');
    execFileSync('umount', [disk]);
  }
});
