import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openParts,
  readManifest,
  readRows,
  readVectorFile,
  thisHolder,
} from '../../src/platform/node/index.js';
import { startR2med } from '../support/command.js';
import { isKnownText } from '../support/embedders.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

/** Vectors of the text alone. It says what it embedded, and where a file names a text it waits there for another. */
const EMBED = `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
export const name = 'lengths';
export const embed = async (texts) => {
  const stop = existsSync('stop-at') ? readFileSync('stop-at', 'utf8') : undefined;
  const isKnown = texts.some((text) => /gout|train/i.test(text));
  if (texts.includes(stop) || (process.env.STUCK && !isKnown)) {
    appendFileSync('waiting', process.pid + '\\n');
    while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  appendFileSync('embedded', texts.map((text) => text + '\\n').join(''));
  return texts.map((text) => [text.length, text.charCodeAt(0) / 7, 1 / text.length]);
};`;

const desk = (embed = EMBED) => {
  const cwd = writtenFolder({
    'embed.mjs': embed,
    'mine/corpus.jsonl': jsonl(
      ...Array.from({ length: 10 }, (_, i) => ({ id: `d${i}`, text: `finding ${'x'.repeat(i)}` })),
      // Of a repeated id the last text counts, in the place of the first.
      { id: 'd2', text: 'another finding' },
    ),
    'mine/query.jsonl': jsonl({ id: 'q1', text: 'which finding?' }, { id: 'q2', text: 'and which?' }),
    'mine/qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd1', score: 1 }, { q_id: 'q2', p_id: 'd2', score: 1 }),
  });
  const env = { R2MED_HOME: join(cwd, 'home') };
  const words = [
    'embed',
    '--retriever',
    'module:embed.mjs',
    '--data',
    'mine',
    '--out',
    'vectors',
    '--rows',
    '3',
  ];
  const path = (...parts: readonly string[]) => join(cwd, ...parts);
  return {
    path,
    call: (...args: readonly string[]) => r2med(args, { cwd, env }),
    embed: (...more: readonly string[]) => r2med([...words, ...more], { cwd, env }),
    /** In a process and with a cache of its own. */
    start: (...more: readonly string[]) => startR2med([...words, ...more], { cwd }),
    /** The same, which embeds nothing before the file "go" is there. */
    startStuck: (...more: readonly string[]) => startR2med([...words, ...more], { cwd, env: { STUCK: '1' } }),
    embedded: () =>
      readFileSync(path('embedded'), 'utf8')
        .trim()
        .split('\n')
        .filter((text) => !isKnownText(text)),
    vectors: async (side: 'documents' | 'queries') =>
      readRows(
        await openParts(path('vectors', 'mine'), (await readManifest(path('vectors', 'mine')))!, side),
      ),
  };
};

const until = async (is: () => boolean): Promise<void> => {
  while (!is()) await new Promise((resolve) => setImmediate(resolve));
};

describe('embed', () => {
  it('writes the vectors that run --save-vectors writes, and npy: searches with them', async () => {
    const at = desk();
    expect((await at.embed('--no-cache')).code).toBe(0);
    const run = ['run', '--data', 'mine', '--quiet', '--out'];
    await at.call(...run, 'model', '--retriever', 'module:embed.mjs', '--save-vectors', 'saved');
    const saved = at.path('saved', 'lengths', 'mine');
    for (const side of ['documents', 'queries'] as const)
      expect(await at.vectors(side)).toEqual(
        await readVectorFile(join(saved, `${side}.npy`), join(saved, `${side}.json`)),
      );
    const from = async (folder: string, out: string) => {
      expect((await at.call(...run, out, '--retriever', `npy:${folder}`)).code).toBe(0);
      const [system = ''] = readdirSync(at.path(out)).filter((name) => name.startsWith('npy'));
      const read = (name: string) => readFileSync(at.path(out, system, 'mine', name), 'utf8');
      return { record: JSON.parse(read('record.json')), hits: read('run.trec').replace(/ \S+\n/g, '\n') };
    };
    const [parts, whole] = [await from('vectors', 'a'), await from('saved/lengths', 'b')];
    expect(parts.hits).toBe(whole.hits);
    expect(parts.record.fingerprint).toBe(whole.record.fingerprint);
    expect(parts.record.incomplete).toBeUndefined();
  });

  it('in shards makes the same files, each once', async () => {
    const [one, many] = [desk(), desk()];
    await one.embed();
    for (const shard of ['3/4', '1/4', '4/4', '2/4'])
      expect((await many.embed('--shard', shard)).code).toBe(0);
    expect(readdirSync(many.path('vectors', 'mine')).sort()).toEqual(
      readdirSync(one.path('vectors', 'mine')).sort(),
    );
    for (const side of ['documents', 'queries'] as const)
      expect(await many.vectors(side)).toEqual(await one.vectors(side));
    expect(many.embedded()).toHaveLength(12);
    await many.embed('--no-cache');
    expect(many.embedded()).toHaveLength(12);
  });

  it('says which parts are missing, and npy: refuses to search without them', async () => {
    const at = desk();
    await at.embed('--shard', '2/2');
    const status = await at.call('embed', '--status', 'vectors', '--json');
    expect(status.code).toBe(1);
    expect(JSON.parse(status.stdout).folders).toMatchObject([
      {
        model: 'lengths',
        parts: 5,
        done: 3,
        lacking: [
          { name: 'documents-00001', state: 'missing' },
          { name: 'documents-00002', state: 'missing' },
        ],
      },
    ]);
    const run = await at.call('run', '--data', 'mine', '--retriever', 'npy:vectors');
    expect([run.code, run.stderr]).toEqual([
      2,
      expect.stringContaining('2 of 4 parts of the documents missing: documents-00001, documents-00002'),
    ]);
    await at.embed('--shard', '1/2');
    expect((await at.call('embed', '--status', 'vectors')).code).toBe(0);
  });

  it('names a damaged part and makes it again, and no other', async () => {
    const at = desk();
    await at.embed('--no-cache');
    const before = await at.vectors('documents');
    const folder = at.path('vectors', 'mine');
    const file = join(folder, readdirSync(folder).find((name) => /^documents-00002\..*npy$/.test(name))!);
    const bytes = readFileSync(file);
    bytes[bytes.length - 2]! ^= 1;
    writeFileSync(file, bytes);
    const run = await at.call('run', '--data', 'mine', '--retriever', 'npy:vectors');
    expect([run.code, run.stderr]).toEqual([
      2,
      expect.stringContaining('which was changed after it was written'),
    ]);
    const again = await at.embed('--no-cache');
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('documents-00002 is damaged')]);
    expect(at.embedded()).toHaveLength(12 + 3);
    expect(await at.vectors('documents')).toEqual(before);
  });

  it('refuses another model, other settings and other texts in the same folder', async () => {
    const at = desk();
    await at.embed();
    const other = await at.embed('--rows', '4');
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining('rowsPerPart 3; expected rowsPerPart 4'),
    ]);
    writeFileSync(at.path('embed.mjs'), `${EMBED}\nexport const version = '2';`);
    const model = await at.embed();
    expect([model.code, model.stderr]).toEqual([2, expect.stringContaining('vectors of another model')]);
    writeFileSync(at.path('embed.mjs'), EMBED);
    writeFileSync(
      at.path('mine', 'query.jsonl'),
      jsonl({ id: 'q1', text: 'other' }, { id: 'q2', text: 'and which?' }),
    );
    const texts = await at.embed();
    expect([texts.code, texts.stderr]).toEqual([2, expect.stringContaining('contentHash')]);
  });

  it('is a matter of dense models', async () => {
    const { code, stderr } = await desk().call('embed', '--suite', 'sample', '--retriever', 'bm25');
    expect(code).toBe(2);
    expect(stderr).toContain('bm25');
  });

  it('marks a part with a text that failed, and makes it again', async () => {
    const at = desk(
      EMBED.replace(
        'return texts',
        "if (!existsSync('go') && texts.includes('finding xxxx')) throw new Error('no');\n  return texts",
      ),
    );
    const { code, stderr } = await at.embed('--no-cache');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('1 text without a vector, since work failed: d4'),
    ]);
    const status = await at.call('embed', '--status', 'vectors');
    expect([status.code, status.stdout]).toEqual([1, expect.stringContaining('documents-00002 incomplete')]);
    writeFileSync(at.path('go'), '');
    expect((await at.embed('--no-cache')).code).toBe(0);
    expect((await at.vectors('documents')).ids).toHaveLength(10);
  });
});

describe('processes that embed into one folder', () => {
  it('one that is killed in the middle leaves whole parts, and the next continues', {
    timeout: 60_000,
  }, async () => {
    const at = desk();
    writeFileSync(at.path('stop-at'), 'finding xxxxxx');
    const first = at.start();
    await until(() => existsSync(at.path('waiting')));
    first.kill('SIGKILL');
    expect((await first.done).code).toBeNull();
    const before = at.embedded().length;
    writeFileSync(at.path('go'), '');
    const { code, stdout } = await at.start().done;
    expect([code, stdout]).toEqual([0, expect.stringMatching(/5 +3/)]);
    expect(at.embedded()).toHaveLength(before + 12 - 6);
    expect((await at.call('embed', '--status', 'vectors')).code).toBe(0);
  });

  it('two at once on the same parts leave one whole folder', { timeout: 60_000 }, async () => {
    const [at, alone] = [desk(), desk()];
    writeFileSync(at.path('stop-at'), 'finding ');
    const both = [at.start(), at.start()];
    const waiting = () =>
      new Set(
        existsSync(at.path('waiting')) ? readFileSync(at.path('waiting'), 'utf8').trim().split('\n') : [],
      );
    await until(() => waiting().size === 2);
    writeFileSync(at.path('go'), '');
    expect((await Promise.all(both.map(({ done }) => done))).map(({ code }) => code)).toEqual([0, 0]);
    await alone.embed();
    expect(await at.vectors('documents')).toEqual(await alone.vectors('documents'));
    expect((await at.call('embed', '--status', 'vectors')).code).toBe(0);
  });

  it('eight share a queue: a slow one costs one part, and the part of a dead one is taken over', {
    timeout: 120_000,
  }, async () => {
    const at = desk();
    const parts = 12;
    const waiting = () =>
      existsSync(at.path('waiting')) ? readFileSync(at.path('waiting'), 'utf8').trim().split('\n').length : 0;
    const slow = at.startStuck('--rows', '1', '--json');
    await until(() => waiting() === 1);
    const dead = at.startStuck('--rows', '1', '--json');
    await until(() => waiting() === 2);
    dead.kill('SIGKILL');
    await dead.done;
    const others = await Promise.all(Array.from({ length: 6 }, () => at.start('--rows', '1', '--json').done));
    const madeBy = ({ stdout }: { readonly stdout: string }): number => JSON.parse(stdout).tasks[0].made;
    expect(others.map(({ code }) => code)).toEqual(others.map(() => 0));
    // All parts are there while the slow one still holds its own. At the end an idle one helps: no part was made more than twice.
    expect((await at.call('embed', '--status', 'vectors')).code).toBe(0);
    const before = at.embedded();
    expect(new Set(before).size).toBe(parts);
    expect(others.map(madeBy).reduce((sum, made) => sum + made)).toBe(before.length);
    for (const text of before) expect(before.filter((each) => each === text).length).toBeLessThanOrEqual(2);
    writeFileSync(at.path('go'), '');
    const last = await slow.done;
    expect([last.code, madeBy(last)]).toEqual([0, 1]);
    expect(at.embedded()).toHaveLength(before.length + 1);
    expect(existsSync(at.path('vectors', 'mine', '.queue'))).toBe(false);
  });

  it('the lease that a killed process left on a part that is made goes with the next call', async () => {
    const at = desk();
    await at.embed();
    const queue = at.path('vectors', 'mine', '.queue');
    mkdirSync(join(queue, 'documents-00001'), { recursive: true });
    const ended = { ...thisHolder('vectors of documents-00001'), process: 0 };
    writeFileSync(join(queue, 'documents-00001', 'lease.json'), JSON.stringify(ended));
    expect((await at.embed()).code).toBe(0);
    expect(existsSync(queue)).toBe(false);
  });
});
