import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fetchTask, snapshotFolder } from '../../src/tasks/index.js';
import { startHub } from '../hub-server.js';
import { REPOSITORY, REVISION, TINY, tinyRow } from '../tiny-task.js';
import { testTools } from '../tools.js';

const [, , python] = process.argv;
assert(python, 'usage: hub-cache.ts PYTHON, one with huggingface_hub');

const { 'README.md': _, ...parts } = TINY;
const files = {
  ...parts,
  'hyde/gpt4/query_with_hydoc.jsonl': {
    content: '{"id": "q1", "text": "which finding?", "hy_doc": "one"}\n',
  },
  'hyde/qwen-7b/query_with_hydoc.jsonl': {
    content: '{"id": "q1", "text": "which finding?", "hy_doc": "two"}\n',
    lfs: true,
  },
};
const names = Object.keys(files).sort();

const hub = await startHub(REPOSITORY, REVISION, files);
const [ours, theirs] = ['ours', 'theirs'].map((name) => mkdtempSync(join(tmpdir(), `hub-${name}-`))) as [
  string,
  string,
];
const envOf = (HF_HOME: string) => ({ HF_HOME, HF_ENDPOINT: hub.endpoint });

/** The hub's answers come from this process, so Python must not block it. */
const inPython = async (verb: string, home: string): Promise<Record<string, unknown>> => {
  const script = fileURLToPath(new URL('hub_cache.py', import.meta.url));
  const { PATH } = process.env;
  const { stdout } = await promisify(execFile)(python, [script, verb, REPOSITORY, REVISION, ...names], {
    env: { PATH, ...envOf(home) },
  });
  return JSON.parse(stdout);
};

const inR2med = (home: string) =>
  fetchTask(tinyRow(), testTools(), { env: envOf(home), generations: ['all'] });

/** Every blob, link and copy of a repository's cache, by path: what a link says, or what a file holds. */
const contentOf = (home: string): Readonly<Record<string, string>> => {
  const folder = join(home, 'hub', `datasets--${REPOSITORY.replace('/', '--')}`);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const entries = paths.flatMap((path) => {
    const found = lstatSync(join(folder, path));
    if (found.isSymbolicLink()) return [[path, `→ ${readlinkSync(join(folder, path))}`]];
    return found.isFile() ? [[path, readFileSync(join(folder, path), 'utf8')]] : [];
  });
  return Object.fromEntries(entries);
};

/** What was asked about the dataset; Python's client also looks after itself. */
const askedSince = (before: number): readonly string[] =>
  hub.requests
    .slice(before)
    .map(({ place }) => place)
    .filter((place) => place !== 'unknown');

try {
  assert.equal((await inR2med(ours)).state, 'fetched');
  const { version } = await inPython('download', theirs);

  assert.deepEqual(contentOf(ours), contentOf(theirs), 'both write the same blobs and links');

  const before = hub.requests.length;
  const { found, warnings, repositories } = await inPython('inspect', ours);
  const sizes = names.map((name) => [name, Buffer.byteLength(files[name as keyof typeof files].content)]);
  assert.deepEqual(warnings, [], 'Python finds nothing wrong with the cache');
  assert.deepEqual(repositories, [{ id: REPOSITORY, type: 'dataset', revisions: { [REVISION]: sizes } }]);
  assert.deepEqual(
    found,
    names.map((name) => join(snapshotFolder(REPOSITORY, REVISION, envOf(ours)), name)),
    'Python finds every file',
  );
  await inPython('download', ours);
  assert.deepEqual(askedSince(before), [], 'Python asks for nothing that r2med brought');

  const report = await inR2med(theirs);
  assert.equal(report.state, 'already there');
  assert.deepEqual(
    askedSince(before),
    ['tree'],
    'r2med asks for nothing that Python brought but the list that "all" stands for',
  );
  process.stdout.write(`hub cache: the same as huggingface_hub ${version}, ${names.length} files\n`);
} finally {
  await hub.close();
  for (const home of [ours, theirs]) rmSync(home, { recursive: true, force: true });
}
