import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  ensureModel,
  fetchModel,
  type HubRepository,
  repositoryFolder,
  snapshotFolder,
} from '../../src/platform/hub/index.js';
import { fetchTask } from '../../src/tasks/index.js';
import { type HubServer, type ServedFile, startHub } from '../support/hub-server.js';
import { COMMIT, MODEL, MODEL_FILES, NEEDED } from '../support/tiny-model-files.js';
import { REPOSITORY, REVISION, TINY, tinyRow } from '../support/tiny-task.js';
import { testTools } from '../support/tools.js';

const [, , python] = process.argv;
assert(python, 'usage: hub-cache.ts PYTHON, one with huggingface_hub');

type Environment = Readonly<Record<string, string>>;

/** A repository that both programs bring, each into a cache of its own. */
interface Case extends HubRepository {
  readonly commit: string;
  /** What is asked for: the commit, or a branch that stands for it. */
  readonly revision: string;
  readonly files: Readonly<Record<string, ServedFile>>;
  /** What is brought of them. */
  readonly names: readonly string[];
  /** Brings them with r2med and says whether anything had to be. */
  inR2med(env: Environment): Promise<{ readonly state: string }>;
  /** What r2med asks when Python has brought everything. */
  readonly asks: readonly string[];
}

const { 'README.md': _, ...parts } = TINY;
const datasetFiles = {
  ...parts,
  'hyde/gpt4/query_with_hydoc.jsonl': {
    content: '{"id": "q1", "text": "which finding?", "hy_doc": "one"}\n',
  },
  'hyde/qwen-7b/query_with_hydoc.jsonl': {
    content: '{"id": "q1", "text": "which finding?", "hy_doc": "two"}\n',
    lfs: true,
  },
};

const CASES: readonly Case[] = [
  {
    kind: 'dataset',
    repository: REPOSITORY,
    commit: REVISION,
    revision: REVISION,
    files: datasetFiles,
    names: Object.keys(datasetFiles),
    inR2med: (env) => fetchTask(tinyRow(), testTools(), { env, generations: ['all'] }),
    // The list that "all" stands for.
    asks: ['tree'],
  },
  {
    kind: 'model',
    repository: MODEL,
    commit: COMMIT,
    revision: COMMIT,
    files: MODEL_FILES,
    names: NEEDED,
    inR2med: (env) => fetchModel({ repository: MODEL, revision: COMMIT }, testTools(), { env }),
    // The list that says which files a model needs.
    asks: ['tree'],
  },
  {
    kind: 'model',
    repository: MODEL,
    commit: COMMIT,
    revision: 'main',
    files: MODEL_FILES,
    names: NEEDED,
    inR2med: (env) => fetchModel({ repository: MODEL }, testTools(), { env }),
    asks: ['revision', 'tree'],
  },
];

/** The hub's answers come from this process, so Python must not block it. */
const inPython = async (
  verb: string,
  { kind, repository, revision, names }: Case,
  env: Environment,
): Promise<Record<string, unknown>> => {
  const script = fileURLToPath(new URL('hub_cache.py', import.meta.url));
  const { PATH } = process.env;
  const words = [script, verb, kind, repository, revision, ...[...names].sort()];
  const { stdout } = await promisify(execFile)(python, words, { env: { PATH, ...env } });
  return JSON.parse(stdout);
};

/** Every blob, ref, link and copy of a repository's cache, by path: what a link says, or what a file holds. */
const contentOf = (repository: HubRepository, env: Environment): Readonly<Record<string, string>> => {
  const folder = repositoryFolder(repository, env);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const entries = paths.flatMap((path) => {
    const found = lstatSync(join(folder, path));
    if (found.isSymbolicLink()) return [[path, `→ ${readlinkSync(join(folder, path))}`]];
    return found.isFile() ? [[path, readFileSync(join(folder, path), 'utf8')]] : [];
  });
  return Object.fromEntries(entries);
};

/** What was asked about the repository; Python's client also looks after itself. */
const askedSince = ({ requests }: HubServer, before: number) =>
  requests.slice(before).filter(({ place }) => place !== 'unknown');

const check = async (
  each: Case,
  hub: HubServer,
  ours: Environment,
  theirs: Environment,
): Promise<unknown> => {
  const { kind, repository, commit, revision } = each;
  const names = [...each.names].sort();
  assert.equal((await each.inR2med(ours)).state, 'fetched');
  const { version } = await inPython('download', each, theirs);

  assert.deepEqual(
    contentOf(each, ours),
    contentOf(each, theirs),
    'both write the same blobs, refs and links',
  );

  let before = hub.requests.length;
  const { found, warnings, repositories } = await inPython('inspect', each, ours);
  const sizes = names.map((name) => [name, Buffer.byteLength(each.files[name]!.content)]);
  assert.deepEqual(warnings, [], 'Python finds nothing wrong with the cache');
  const refs = revision === commit ? {} : { [revision]: commit };
  assert.deepEqual(repositories, [{ id: repository, type: kind, revisions: { [commit]: sizes }, refs }]);
  assert.deepEqual(
    found,
    names.map((name) => join(snapshotFolder({ ...each, revision: commit }, ours), name)),
    'Python finds every file',
  );
  await inPython('download', each, ours);
  // Of a branch Python asks what it stands for, file by file, with HEAD.
  const asked = askedSince(hub, before).filter(({ method }) => method !== 'HEAD' || revision === commit);
  assert.deepEqual(asked, [], 'Python asks for nothing that r2med brought');

  before = hub.requests.length;
  if (kind === 'model') {
    const folder = await ensureModel({ repository, revision }, testTools(), { env: theirs, offline: true });
    assert.equal(folder, snapshotFolder({ ...each, revision: commit }, theirs), 'r2med finds it offline');
  }
  assert.equal((await each.inR2med(theirs)).state, 'already there');
  assert.deepEqual(
    askedSince(hub, before).map(({ place }) => place),
    each.asks,
    'r2med asks for nothing that Python brought but a list, and for what a branch stands',
  );
  return version;
};

for (const each of CASES) {
  const { kind, repository, commit, revision, files, names } = each;
  const hub = await startHub(repository, commit, files, { kind, branches: ['main'] });
  const homes = ['ours', 'theirs'].map((name) => mkdtempSync(join(tmpdir(), `hub-${name}-`)));
  const [ours, theirs] = homes.map((HF_HOME) => ({ HF_HOME, HF_ENDPOINT: hub.endpoint }));
  try {
    const version = await check(each, hub, ours!, theirs!);
    process.stdout.write(
      `hub cache, ${kind} at ${revision === commit ? 'a commit' : revision}: the same as huggingface_hub ${version}, ` +
        `${names.length} files\n`,
    );
  } finally {
    await hub.close();
    for (const home of homes) rmSync(home, { recursive: true, force: true });
  }
}
