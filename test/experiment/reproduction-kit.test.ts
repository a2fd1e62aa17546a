import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { taskEntry } from '../../src/tasks/index.js';
import { r2med } from '../support/in-process.js';
import { jsonl } from '../support/written-folder.js';

const { source } = taskEntry('r2med', 'Biology');
const SNAPSHOT = `hub/datasets--R2MED--Biology/snapshots/${source.from === 'hub' ? source.revision : ''}`;
const QUERY = 'Why do my hands go numb?';
const FILES = {
  'corpus.jsonl': jsonl(
    { id: 'tunnel', text: 'The median nerve is squeezed in the carpal tunnel.' },
    { id: 'cold', text: 'Hands go white in the cold.' },
  ),
  'query.jsonl': jsonl({ id: 'q', text: QUERY }),
  'qrels.jsonl': jsonl({ q_id: 'q', p_id: 'tunnel', score: 1 }),
  'hyde/gpt4/query_with_hydoc.jsonl': jsonl({ id: 'q', text: QUERY, hy_doc: 'Carpal tunnel syndrome.' }),
};

const place = mkdtempSync(join(tmpdir(), 'r2med-kit-'));
const [kit, home] = [join(place, 'kit'), join(place, 'home')];
const pem = (name: string, key: KeyObject): string => {
  const file = join(place, `${name}.pem`);
  const type = key.type === 'private' ? 'pkcs8' : 'spki';
  writeFileSync(file, key.export({ type, format: 'pem' } as never) as string);
  return file;
};
const pair = generateKeyPairSync('ed25519');
const [key, publicKey] = [pem('key', pair.privateKey), pem('public', pair.publicKey)];

// A row of BM25, one with generated queries, and one whose model is not on this machine.
const ROWS = ['--system', 'bm25', '--system', 'hyde-gpt4.bm25', '--system', 'bge'];
const reproduce = (...more: readonly string[]) =>
  r2med(['reproduce', '--all', ...ROWS, '--task', 'Biology', '--offline', '--out', kit, ...more], {
    env: { HF_HOME: home },
  });
const check = (...more: readonly string[]) => r2med(['check', '--results', kit, '--quiet', ...more]);

describe('a reproduction kit', () => {
  beforeAll(() => {
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(home, SNAPSHOT, name)), { recursive: true });
      writeFileSync(join(home, SNAPSHOT, name), text);
    }
  });
  afterAll(() => rmSync(place, { recursive: true }));

  it('is planned without running anything', async () => {
    const { code, stdout } = await reproduce('--dry-run', '--json');
    const { rows } = JSON.parse(stdout);
    expect([code, existsSync(kit)]).toEqual([0, false]);
    expect(rows).toMatchObject([
      { system: 'bm25', numberType: 'exact', tasks: ['Biology'], saved: [], models: [] },
      { system: 'hyde-gpt4.bm25', models: [], obstacle: null },
      { system: 'bge', numberType: 'fp32', models: ['BAAI/bge-large-en-v1.5'] },
    ]);
  });

  it('goes on where a row cannot run, says which settings differ, and lists and signs every file', async () => {
    const { code, stdout } = await reproduce('--sign', key, '--json');
    const said = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(said.failed).toMatchObject([{ system: 'bge', task: 'Biology' }]);
    expect(said.settings[0]).toMatchObject({
      system: 'bm25',
      differing: expect.arrayContaining(['1 queries here, 103 in the published task']),
    });
    expect(said.comparisons[0]).toMatchObject({
      system: 'bm25',
      verdict: expect.stringMatching(/higher|lower/),
    });
    const manifest = JSON.parse(readFileSync(join(kit, 'manifest.json'), 'utf8'));
    expect(Object.keys(manifest.files)).toEqual([
      ...['queries.jsonl', 'record.json', 'run.trec'].map((name) => `bm25/Biology/${name}`),
      ...['queries.jsonl', 'record.json', 'run.trec'].map((name) => `hyde-gpt4.bm25/Biology/${name}`),
      'reproduction.json',
    ]);
    expect(manifest).toMatchObject({
      versions: { node: process.version },
      machine: { cores: expect.any(Number), processor: expect.any(String) },
      about: { systems: ['bm25', 'hyde-gpt4.bm25', 'bge'], failed: 1 },
    });
    expect(JSON.stringify(readdirSync(kit))).not.toContain('pem');
  });

  it('runs nothing twice, and shows a line for each row', async () => {
    const before = readFileSync(join(kit, 'bm25/Biology/record.json'), 'utf8');
    const { stdout } = await reproduce('--sign', key);
    expect(readFileSync(join(kit, 'bm25/Biology/record.json'), 'utf8')).toBe(before);
    expect(stdout).toMatch(/\nbm25 +r2med-repo +1 .*(higher|lower)/);
    expect(stdout).toMatch(/Not run: .*bge/);
    expect(stdout).toMatch(/Differs: 1 queries here/);
  });

  it('is whole and signed by its key', async () => {
    const { code, stdout } = await check('--key', publicKey, '--json');
    expect(JSON.parse(stdout).manifest).toMatchObject({ files: 7, verified: true, problems: [] });
    expect(code).toBe(0);
    const unasked = await check();
    expect([unasked.code, unasked.stdout]).toEqual([
      0,
      expect.stringContaining('signature not verified: add --key'),
    ]);
  });

  const spoilt = async (spoil: () => void, mend: () => void) => {
    spoil();
    onTestFinished(mend);
    const { code, stderr } = await check('--key', publicKey);
    return [code, stderr] as const;
  };
  const file = (name: string) => join(kit, name);
  const kept = (name: string) => {
    const bytes = readFileSync(file(name));
    return () => writeFileSync(file(name), bytes);
  };

  it.each([
    ['a changed byte', 'reproduction.json', 'changed after it was listed'],
    ['a changed ranking', 'bm25/Biology/run.trec', 'run.trec: changed after it was listed'],
    ['a changed manifest', 'manifest.json', 'changed after it was signed'],
  ])('with %s is found out', async (_, name, said) => {
    const mend = kept(name);
    const [code, stderr] = await spoilt(() => appendFileSync(file(name), ' '), mend);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
  });

  it.each([
    ['a file', 'hyde-gpt4.bm25/Biology/queries.jsonl', 'missing, but in the manifest'],
    ['its manifest', 'manifest.json', 'manifest.json: missing'],
    ['its signature', 'manifest.sig.json', 'not signed'],
  ])('without %s is found out', async (_, name, said) => {
    const mend = kept(name);
    const [code, stderr] = await spoilt(() => rmSync(file(name)), mend);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
  });

  it('with a file or a link more is found out', async () => {
    const [code, stderr] = await spoilt(
      () => {
        writeFileSync(file('bm25/more.txt'), 'x');
        symlinkSync(key, file('link'));
      },
      () => ['bm25/more.txt', 'link'].map((name) => rmSync(file(name))),
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('more.txt: not in the manifest')]);
    expect(stderr).toContain('link: neither a file nor a folder');
  });

  it('signed with another key is found out, and no key is a clear error', async () => {
    const other = pem('other', generateKeyPairSync('ed25519').publicKey);
    const wrong = await check('--key', other);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('signed with another key')]);
    const rsa = pem('rsa', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey);
    for (const [file, said] of [
      [rsa, 'a key of type rsa'],
      [join(kit, 'reproduction.json'), 'no such key'],
      [join(place, 'absent.pem'), 'cannot be read (ENOENT)'],
    ] as const) {
      const refused = await reproduce('--sign', file);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(said)]);
    }
  });

  it('made again without a key has no signature of an earlier one', async () => {
    await reproduce('--quiet');
    expect(existsSync(join(kit, 'manifest.sig.json'))).toBe(false);
    expect(await check()).toMatchObject({ code: 0, stdout: expect.stringContaining('not signed') });
  });
});
