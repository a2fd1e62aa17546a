import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { InputError, WorkError } from '../../src/core/index.js';
import { readPlan } from '../../src/experiment/plans/index.js';
import { readJudgements, readRun } from '../../src/experiment/results/index.js';
import { openPrompts } from '../../src/models/prompts/index.js';
import { readNpy, readVectorFile, writeVectorFile } from '../../src/platform/node/index.js';
import { openFolder, readGenerationRecord, readGenerations } from '../../src/tasks/index.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const DATA = fileURLToPath(new URL('../../data/', import.meta.url));
const TEXT = 'broken text\n'.repeat(2000);
const packed = gzipSync(TEXT);
const changed = (at: number): Buffer => {
  const bytes = Buffer.from(packed);
  bytes[at < 0 ? bytes.length + at : at]! ^= 0xff;
  return bytes;
};

type Break = (file: string) => void;
const holding =
  (bytes: string | Uint8Array): Break =>
  (file) =>
    writeFileSync(file, bytes);

/** Everything that a file can be instead of what it should be. */
const KINDS: Readonly<Record<string, Break>> = {
  'not there': () => {},
  'a folder': (file) => mkdirSync(file),
  'a link to nothing': (file) => symlinkSync('nowhere', file),
  'a link to itself': (file) => symlinkSync(basename(file), file),
  'below a file': () => {},
  empty: holding(''),
  'blank lines': holding('\n \n\n'),
  'NUL bytes': holding(Buffer.alloc(64)),
  'NUL bytes in JSON': holding('{"id": "\0"}\n'),
  'broken UTF-8': holding(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x0a])),
  'UTF-16 LE': holding(Buffer.from('\ufeff{"id": "ä"}\n', 'utf16le')),
  'UTF-16 BE': holding(Buffer.from('\ufeff{"id": "ä"}\n', 'utf16le').swap16()),
  'UTF-16 without mark': holding(Buffer.from('{"id": "ä"}\n', 'utf16le')),
  'a mark and nothing else': holding('\ufeff'),
  'Latin-1': holding(Buffer.from('{"id": "é"}\n', 'latin1')),
  'JSON cut short': holding('{"id": "a", "te'),
  'an array': holding('[1, 2, 3]\n'),
  'another object': holding('{"nothing": ["of", "use"]}\n'),
  'deeply nested JSON': holding(`${'['.repeat(20_000)}${']'.repeat(20_000)}\n`),
  text: holding('What is this?\n'),
  'a web page': holding('<!doctype html><html><body>404</body></html>\n'),
  'a git-lfs pointer': holding('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'),
  'gzip cut in its head': holding(packed.subarray(0, 5)),
  'gzip cut in half': holding(packed.subarray(0, packed.length / 2)),
  'gzip without its end': holding(packed.subarray(0, -4)),
  'gzip, wrong checksum': holding(changed(-6)),
  'gzip, wrong length': holding(changed(-2)),
  'gzip, damaged body': holding(changed(packed.length >> 1)),
  'gzip, unknown method': holding(changed(2)),
  'gzip of nothing': holding(gzipSync('')),
  'gzip of gzip': holding(gzipSync(packed)),
  'gzip of broken UTF-8': holding(gzipSync(Buffer.from([0xff, 0x0a]))),
  'gzip of text': holding(packed),
  zip: holding(Buffer.from('PK\u0003\u0004\xff', 'latin1')),
  zstd: holding(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xff])),
  xz: holding(Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])),
  bzip2: holding(Buffer.from('BZh91AY\xff', 'latin1')),
  'a Parquet head': holding(Buffer.from('PAR1\xff\xff', 'latin1')),
  'a Parquet file that is damaged': holding(Buffer.from(`PAR1${'x'.repeat(60)}\x20\0\0\0PAR1`, 'latin1')),
  'a numpy head': holding(Buffer.from('\x93NUMPY\x01\0\xff\xff{', 'latin1')),
  'an executable': holding(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])),
};

interface Reader {
  /** Prepares a folder and says which of its files is broken. */
  place(folder: string): string;
  read(folder: string, file: string): Promise<unknown>;
  /** Kinds that are good enough for this reader. */
  readonly accepts?: readonly string[];
}

const task = (file: string): Reader => ({
  place: (folder) => {
    cpSync(join(DATA, 'sample/Biology'), folder, { recursive: true });
    return join(folder, file);
  },
  read: async (folder) => {
    const opened = await openFolder(folder);
    for await (const _ of opened.corpus.rows());
  },
});
const nano = (part: string): Reader => ({
  place: (folder) => {
    for (const each of ['corpus', 'queries', 'qrels']) {
      mkdirSync(join(folder, each));
      writeFileSync(join(folder, each, 'x.parquet'), 'PAR1');
    }
    return join(folder, part, 'x.parquet');
  },
  read: async (folder) => {
    const opened = await openFolder(folder);
    for await (const _ of opened.corpus.rows());
  },
});
const alone = (
  name: string,
  read: (file: string) => Promise<unknown>,
  accepts: readonly string[] = [],
): Reader => ({ place: (folder) => join(folder, name), read: (_, file) => read(file), accepts });
const vectors = { rows: 1, columns: 2, data: new Float32Array([1, 2]), ids: ['a'] };

const READERS: Readonly<Record<string, Reader>> = {
  'corpus of a task': task('corpus.jsonl'),
  'queries of a task': task('query.jsonl'),
  // Without them, the positives that stand with the queries count.
  'judgements of a task': { ...task('qrels.jsonl'), accepts: ['not there', 'below a file'] },
  'corpus of a Nano set': nano('corpus'),
  'queries of a Nano set': nano('queries'),
  'judgements file': alone('qrels.txt', readJudgements),
  'run file': alone('run.trec', readRun),
  generations: alone('texts.jsonl', readGenerations),
  'generation record': {
    place: (folder) => join(folder, 'generation.json'),
    read: readGenerationRecord,
    accepts: ['not there', 'a link to nothing', 'below a file'],
  },
  '.npy': alone('documents.npy', readNpy),
  'ids of .npy': {
    place: (folder) => join(folder, 'ids.json'),
    read: async (folder, file) => {
      const npy = join(folder, 'vectors.npy');
      await writeVectorFile(npy, join(folder, 'unused.json'), vectors);
      return readVectorFile(npy, file);
    },
  },
  'experiment as YAML': alone('e.yaml', (file) => readPlan(file)),
  'experiment as JSON': alone('e.json', (file) => readPlan(file)),
  'experiment as a module': alone('e.mjs', (file) => readPlan(file)),
  prompts: {
    place: (folder) => {
      mkdirSync(join(folder, 'hyde'));
      return join(folder, 'hyde/default.txt');
    },
    read: async (folder) => openPrompts({ folder }),
    accepts: ['not there', 'below a file'],
  },
};

const cases = Object.entries(READERS).flatMap(([reader, { accepts = [] }]) =>
  Object.keys(KINDS)
    .filter((kind) => !accepts.includes(kind))
    .map((kind) => [reader, kind] as const),
);

const broken = (reader: Reader, kind: string): { folder: string; file: string } => {
  const folder = temporaryFolder();
  const file = reader.place(folder);
  rmSync(file, { force: true, recursive: true });
  if (kind === 'below a file' && dirname(file) === folder) {
    writeFileSync(join(folder, 'plain'), 'x');
    return { folder, file: join(folder, 'plain', basename(file)) };
  }
  KINDS[kind]!(file);
  return { folder, file };
};

describe('a file that is not what it should be', () => {
  it.each(cases)('%s: %s is an error with a place and a fix', async (name, kind) => {
    const reader = READERS[name]!;
    const { folder, file } = broken(reader, kind);
    const error = await reader.read(folder, file).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error instanceof InputError || error instanceof WorkError ? 'foreseen' : error).toBe('foreseen');
    expect((error as Error).message).toContain(folder);
    expect((error as Error).message).toMatch(/\n {2}Fix: ./);
  });

  it.skipIf(process.getuid?.() === 0)('a file without permission to read names what to change', async () => {
    const file = join(temporaryFolder(), 'run.trec');
    writeFileSync(file, 'q Q0 d 1 1 x\n');
    chmodSync(file, 0);
    await expect(readRun(file)).rejects.toThrow(/no permission[\s\S]*Fix: /);
  });

  it.skipIf(!existsSync('/usr/bin/mkfifo'))(
    'a pipe in a task folder is refused, not waited for',
    async () => {
      const folder = join(temporaryFolder(), 'task');
      cpSync(join(DATA, 'sample/Biology'), folder, { recursive: true });
      rmSync(join(folder, 'query.jsonl'));
      execFileSync('/usr/bin/mkfifo', [join(folder, 'query.jsonl')]);
      await expect(openFolder(folder)).rejects.toThrow(/Fix: /);
    },
  );

  it.each([
    ['eval', '--judgements', 'broken', '--run', 'broken'],
    ['run', '--suite', 'sample', '--retriever', 'stored:broken'],
    ['run', '--suite', 'sample', '--retriever', 'npy:broken'],
    ['run', '--data', 'broken', '--retriever', 'bm25'],
    ['run', '--experiment', 'broken.yaml'],
    ['compare', 'broken', 'broken'],
    ['leaderboard', '--results', 'broken'],
  ])('the command line ends with 2 and no stack: %j', async (...args) => {
    const cwd = temporaryFolder();
    for (const name of ['broken', 'broken.yaml']) writeFileSync(join(cwd, name), packed.subarray(0, 50));
    const { code, stderr } = await r2med(args.flat(), { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Fix: ') });
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
