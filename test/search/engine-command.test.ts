import { describe, expect, it } from 'vitest';
import { startR2med, temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { fakeCluster } from '../support/opensearch-server.js';
import { writtenFolder } from '../support/written-folder.js';

const SAMPLE = ['--suite', 'sample', '--task', 'Biology'];

/** A cluster with an index of others and the sample task Biology on it. */
const loaded = async () => {
  const cluster = fakeCluster();
  const theirs = { settings: { index: {} }, mappings: {}, aliases: {}, documents: new Map(), deleted: 0 };
  cluster.indexes.set('patients', theirs).set('r2med-notes', theirs);
  const env = { OPENSEARCH_URL: await cluster.node() };
  const call = (args: readonly string[], input = '') => r2med(['engine', ...args], { env, input });
  const { code, stdout } = await call(['load', ...SAMPLE, '--retriever', 'bm25', '--shards', '1', '--json']);
  expect(code).toBe(0);
  const [{ engine }] = JSON.parse(stdout) as [{ engine: { index: string; documents: number } }];
  return { ...engine, cluster, call, env };
};

describe('engine load', () => {
  it('loads a corpus once; runs find it there, and a second load changes nothing', async () => {
    const { cluster, call, env, index, documents } = await loaded();
    expect(cluster.indexes.get(index)!.documents.size).toBe(documents);
    const written = cluster.count('_bulk');
    const again = await call(['load', ...SAMPLE, '--retriever', 'bm25']);
    expect(again.stdout).toMatch(new RegExp(`Biology +bm25 +${index} +${documents}`));
    const run = ['run', ...SAMPLE, '--retriever', 'bm25', '--engine', 'opensearch', '--quiet'];
    expect((await r2med(run, { env, cwd: temporaryFolder() })).code).toBe(0);
    expect(cluster.count('_bulk')).toBe(written);
  });

  it('leaves records that are made again without it, to the last bit', async () => {
    const { env } = await loaded();
    const cwd = temporaryFolder();
    const run = ['run', ...SAMPLE, '--retriever', 'bm25', '--engine', 'opensearch', '--quiet'];
    expect((await r2med(run, { env, cwd })).code).toBe(0);
    const { code, stdout } = await r2med(['reproduce', '--record', 'results/bm25/Biology'], { cwd });
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('bm25 on Biology: the same, to the last bit'),
    ]);
  });

  it('loads vectors, which status lists and runs find', async () => {
    const { cluster, env, call } = await loaded();
    const cwd = writtenFolder({
      'embed.mjs':
        'export const embed = (texts) => texts.map((text) => [text.length, text.charCodeAt(0), 1]);',
    });
    const model = ['--retriever', 'module:embed.mjs'];
    const { stdout } = await r2med(['engine', 'load', ...SAMPLE, ...model], { env, cwd });
    expect(stdout).toMatch(/Biology +embed +r2med-[0-9a-f]{16} /);
    const written = cluster.count('_bulk');
    const run = ['run', ...SAMPLE, ...model, '--engine', 'opensearch', '--quiet'];
    expect((await r2med(run, { env, cwd })).code).toBe(0);
    expect(cluster.count('_bulk')).toBe(written);
    const graph = ['--retriever', 'module:embed.mjs(hnsw)'];
    expect(
      (await r2med(['run', ...SAMPLE, ...graph, '--engine', 'opensearch', '--quiet'], { env, cwd })).code,
    ).toBe(0);
    const again = [
      'reproduce',
      '--record',
      'results/embed-hnsw/Biology',
      '--system',
      'module:embed.mjs(hnsw)',
    ];
    expect((await r2med(again, { cwd })).stderr).toContain('add --engine');
    const reproduced = await r2med([...again, '--engine', 'opensearch'], { env, cwd });
    expect([reproduced.code, reproduced.stdout]).toEqual([
      0,
      expect.stringContaining('the same, to the last bit'),
    ]);
    expect((await r2med(['engine', 'load', ...SAMPLE, ...graph], { env, cwd })).code).toBe(0);
    const listed = (await call(['status'])).stdout;
    expect(listed).toMatch(/vectors \([0-9a-f]{12}, cosine\) +complete/);
    expect(listed).toMatch(/vectors \([0-9a-f]{12}, cosine, hnsw\) +complete/);
  });

  it('asks what is missing, and refuses what no engine searches', async () => {
    const { call } = await loaded();
    for (const [args, message] of [
      [['--retriever', 'bm25'], 'no task'],
      [SAMPLE, 'no retriever'],
      [[...SAMPLE, '--retriever', 'lsa'], 'run lsa without --engine'],
      [[...SAMPLE, '--retriever', 'bge(int8)'], 'run bge(int8) without --engine'],
      [
        [...SAMPLE, '--retriever', 'splade-cocondenser-ensembledistil'],
        'run splade-cocondenser-ensembledistil without --engine',
      ],
      [[...SAMPLE, '--retriever', 'bm25', '--replicas', '-1'], 'whole number'],
    ] as const) {
      const { code, stderr } = await call(['load', ...args]);
      expect(stderr).toContain(message);
      expect(code).not.toBe(0);
    }
  });
});

describe('engine status', () => {
  it('shows health, nodes and what r2med made; of others only how many', async () => {
    const { call, index, documents } = await loaded();
    const { code, stdout } = await call(['status']);
    expect(code).toBe(0);
    expect(stdout).toContain('opensearch 2.19.1 (Lucene 9.12.1), cluster fake: green');
    expect(stdout).toMatch(/n1 +yes +40\.0 GB +100\.0 GB +200\.0 MB +512\.0 MB/);
    expect(stdout).toMatch(
      new RegExp(`${index} .*terms \\(lucene-english, k1 [\\d.]+, b [\\d.]+\\) +complete +${documents}`),
    );
    expect(stdout).toContain('2 indexes of others.');
    expect(stdout).not.toMatch(/patients|r2med-notes/);
    const json = JSON.parse((await call(['status', '--json'])).stdout);
    expect(json).toMatchObject({ health: 'green', foreign: 2, collections: [{ name: index, documents }] });
  });

  it('answers during a load, before its first document and between its parts', async () => {
    const cluster = fakeCluster();
    const env = { OPENSEARCH_URL: await cluster.node() };
    const looks: { documents: number; complete: boolean; text: string }[] = [];
    // Every write waits until a second process has looked: at an index that was just made, then at a part of it.
    cluster.spoil = async ({ method, path }) => {
      if (method !== 'POST' || !path.includes('/_bulk')) return undefined;
      const [json, text] = [
        await r2med(['engine', 'status', '--json'], { env }),
        await r2med(['engine', 'status'], { env }),
      ];
      expect([json.code, json.stderr, text.code]).toEqual([0, '', 0]);
      const [{ documents, complete }] = JSON.parse(json.stdout).collections;
      looks.push({ documents, complete, text: text.stdout });
      return undefined;
    };
    const cwd = writtenFolder({
      'mine/corpus.jsonl': Array.from(
        { length: 1500 },
        (_, i) => `{"_id": "d${i}", "text": "word${i} gout"}\n`,
      ).join(''),
      'mine/queries.jsonl': '{"_id": "q1", "text": "gout"}\n',
      'mine/qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
    });
    const load = startR2med(['engine', 'load', '--data', 'mine', '--retriever', 'bm25'], { env, cwd });
    expect((await load.done).code).toBe(0);
    expect(looks.length).toBeGreaterThan(1);
    expect(looks[0]!.documents).toBe(0);
    for (const { documents, complete, text } of looks) {
      expect([complete, text]).toEqual([false, expect.stringContaining('loading, or ended early')]);
      expect(documents).toBeLessThan(1500);
    }
    expect((await r2med(['engine', 'status'], { env })).stdout).toMatch(/complete +1,500/);
  });

  it('leaves out an index that is dropped while it looks', async () => {
    const { call, cluster, index } = await loaded();
    cluster.spoil = ({ path }) => {
      if (path.startsWith(`/${index}/_stats`)) cluster.indexes.delete(index);
      return undefined;
    };
    const { code, stdout } = await call(['status']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('No index of r2med.')]);
  });

  it('says where it asked and what to do when nobody answers', async () => {
    const env = { OPENSEARCH_URL: 'http://127.0.0.1:9' };
    const { code, stderr } = await r2med(['engine', 'status'], { env });
    expect(code).toBe(1);
    expect(stderr).toContain('check the nodes (http://127.0.0.1:9)');
  });

  it('needs an address', async () => {
    const { code, stderr } = await r2med(['engine', 'status']);
    expect(code).toBe(2);
    expect(stderr).toContain('set OPENSEARCH_URL');
  });
});

describe('engine drop', () => {
  it('deletes an index whose name is typed again, and nothing else', async () => {
    const { cluster, call, index } = await loaded();
    for (const typed of ['', 'y\n', 'yes\n', `${index.slice(0, -1)}\n`]) {
      const { code, stderr } = await call(['drop', index], typed);
      expect(code).toBe(2);
      expect(stderr).toContain('nothing was deleted');
    }
    expect(cluster.indexes.has(index)).toBe(true);
    const { code, stdout } = await call(['drop', index], `${index}\n`);
    expect(code).toBe(0);
    expect(stdout).toContain(`Deleted ${index}`);
    expect([...cluster.indexes.keys()]).toEqual(['patients', 'r2med-notes']);
  });

  it.each(['patients', 'r2med-notes', 'r2med-*', '_all', '*', 'r2med-0000000000000000'])(
    'never deletes %s, even if it is typed twice',
    async (name) => {
      const { cluster, call } = await loaded();
      const before = [...cluster.indexes.keys()];
      const { code, stderr } = await call(['drop', name], `${name}\n`);
      expect(code).toBe(1);
      expect(stderr).toContain('nothing was deleted');
      expect([...cluster.indexes.keys()]).toEqual(before);
      expect(cluster.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    },
  );
});

describe('doctor', () => {
  it('says how a cluster is, and what a corpus will need', async () => {
    const { env, cluster } = await loaded();
    const { code, stdout } = await r2med(['doctor'], { env });
    expect(code).toBe(0);
    expect(stdout).toContain('✓ engine         opensearch 2.19.1 (Lucene 9.12.1), cluster fake, 1 data node');
    expect(stdout).toMatch(/✓ engine disk +free: n1 40\.0 GB of 100\.0 GB/);
    expect(stdout).toMatch(/✓ engine heap +used: n1 200\.0 MB of 512\.0 MB/);
    expect(stdout).toMatch(/✓ engine size +a million abstracts need about .* GB in one copy/);
    expect(stdout).toMatch(
      /✓ engine vectors +a million vectors of 1,024 numbers need about 8\.\d GB in one copy/,
    );
    cluster.spoil = ({ path }) =>
      path.startsWith('/_cluster') ? { change: (json) => ({ ...json, status: 'red' }) } : undefined;
    const red = await r2med(['doctor', '--engine', 'opensearch'], { env });
    expect(red.code).toBe(1);
    expect(red.stdout).toMatch(/– engine health +red/);
  });

  it('fails where nobody answers, and shows no password', async () => {
    const env = {
      OPENSEARCH_URL: 'http://127.0.0.1:9',
      OPENSEARCH_USER: 'u',
      OPENSEARCH_PASSWORD: 'a-secret',
    };
    const { code, stdout, stderr } = await r2med(['doctor'], { env });
    expect(code).toBe(1);
    expect(stdout).toMatch(/– engine +the cluster gave no whole answer[\s\S]*Fix: check the nodes/);
    expect(stdout + stderr).not.toContain('a-secret');
  });
});
