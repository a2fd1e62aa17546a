import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../test/support/written-folder.js';
import { InputError, WorkError } from '../core/index.js';
import { MAIN, saveCommit, snapshotFolder } from '../platform/hub/index.js';
import { openTask, taskStatus } from './open-task.js';
import { taskEntry } from './task-registry.js';

const FILES = {
  'corpus.jsonl': jsonl({ id: 'd', text: 'x' }),
  'query.jsonl': jsonl({ id: 'q', text: 'x' }),
  'qrels.jsonl': jsonl({ q_id: 'q', p_id: 'd', score: 1 }),
};
const BIOLOGY = taskEntry('r2med', 'Biology');
const REVISION = '8b9fec2db9eda4b5742d03732213fbaee8169556';
const SNAPSHOT = `hub/datasets--R2MED--Biology/snapshots/${REVISION}`;

/** A hub cache as Python's client leaves it, with the given files of Biology. */
const hubWith = (files: Record<string, string>) => {
  const home = writtenFolder(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [`${SNAPSHOT}/${name}`, content])),
  );
  return { HF_HOME: home };
};

describe('a task of suite r2med', () => {
  it('that is not here is a failure with the command, the files, the revision and the place', async () => {
    const env = hubWith({});
    const error: unknown = await openTask('r2med', 'biology', { env }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WorkError);
    expect((error as WorkError).message).toMatch(/^Biology of suite r2med is not on this machine/);
    const fix = (error as WorkError).fix!;
    expect(fix).toMatch(/r2med fetch --suite r2med --task Biology/);
    expect(fix).toMatch(/corpus\.jsonl, query\.jsonl and qrels\.jsonl of hub dataset R2MED\/Biology/);
    expect(fix).toContain(REVISION);
    expect(fix).toContain(
      snapshotFolder({ kind: 'dataset', repository: 'R2MED/Biology', revision: REVISION }, env),
    );
  });

  it('that is here in part is a failure that names what is missing', async () => {
    const { 'query.jsonl': _, ...partial } = FILES;
    await expect(openTask('r2med', 'Biology', { env: hubWith(partial) })).rejects.toThrow(
      /not complete on this machine: no query\.jsonl\n.*put query\.jsonl of/,
    );
  });

  it('with other counts than the catalogue is refused with both numbers', async () => {
    const error: unknown = await openTask('r2med', 'Biology', { env: hubWith(FILES) }).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).details).toMatchObject({
      found: '1 queries, 1 documents, 1 distinct document ids and 1 judgements',
      expected:
        '103 queries, 57359 documents, 57359 distinct document ids and 374 judgements, as Biology of suite r2med has',
    });
  });

  it('opens unverified, from the cache or a folder, with its revision and facts', async () => {
    const fromCache = await openTask('r2med', 'Stack-Biology', { env: hubWith(FILES), verify: false });
    expect(fromCache).toMatchObject({
      name: 'Biology',
      suite: 'r2med',
      revision: REVISION,
      about: {
        family: 'qa',
        familyTitle: 'Q&A reference retrieval',
        labels: { query: 'Post', document: 'Passage', subject: 'Biology post' },
        licence: 'cc-by-4.0',
        sameAs: 'BRIGHT Biology',
        mtebTask: 'R2MEDBiologyRetrieval',
        repository: 'R2MED/Biology',
      },
    });
    const folder = writtenFolder(FILES, 'elsewhere');
    expect(await openTask('r2med', 'Biology', { folder, verify: false })).toMatchObject({
      name: 'Biology',
      folder,
      contentHash: fromCache.contentHash,
    });
  });
});

describe('a task of suite nano', () => {
  it('that is not here says how to get it', async () => {
    const error: unknown = await openTask('nano', 'Biology', { env: hubWith({}) }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(WorkError);
    expect((error as WorkError).message).toMatch(
      /^Biology of suite nano is not on this machine\n {2}Fix: r2med fetch --suite nano --task Biology, or put corpus\/NanoR2MEDBiology\.parquet, .* of hub dataset hakari-bench\/NanoR2MED \(its main branch\) into .*main$/,
    );
  });

  it('opens from a folder of another format', async () => {
    const options = { folder: writtenFolder(FILES), verify: false };
    expect(await openTask('nano', 'Biology', options)).toMatchObject({ suite: 'nano', name: 'Biology' });
  });
});

describe('the status of a task', () => {
  it.each([
    ['absent', {}, ['corpus.jsonl', 'query.jsonl', 'qrels.jsonl']],
    ['incomplete', { 'corpus.jsonl': 'x', 'qrels.txt': 'y' }, ['query.jsonl']],
    ['present', { 'corpus.jsonl.gz': 'x', 'query.jsonl': 'y', 'qrels.jsonl': 'z' }, []],
  ])('is %s with %j', async (state, files, missing) => {
    const env = hubWith(files);
    expect(await taskStatus(BIOLOGY, env)).toEqual({
      state,
      folder: snapshotFolder({ kind: 'dataset', repository: 'R2MED/Biology', revision: REVISION }, env),
      missing,
      bytes: Object.keys(files).length,
    });
  });

  it('of suite nano is that of its split, under the branch until a commit is known', async () => {
    const env = hubWith({});
    const entry = taskEntry('nano', 'PMC-Clinical');
    const repository = { kind: 'dataset', repository: 'hakari-bench/NanoR2MED' } as const;
    const parts = ['corpus', 'queries', 'qrels'].map((part) => `${part}/NanoR2MEDPMCClinical.parquet`);
    expect(await taskStatus(entry, env)).toEqual({
      state: 'absent',
      folder: snapshotFolder({ ...repository, revision: 'main' }, env),
      missing: parts,
      bytes: 0,
    });
    await saveCommit(repository, MAIN, REVISION, env);
    expect((await taskStatus(entry, env)).folder).toBe(
      snapshotFolder({ ...repository, revision: REVISION }, env),
    );
  });
});
