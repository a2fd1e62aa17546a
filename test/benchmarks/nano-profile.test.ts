import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { suite } from '../../src/tasks/index.js';
import { temporaryFolder } from '../support/command.js';
import { type ServedFile, startHub } from '../support/hub-server.js';
import { r2med } from '../support/in-process.js';
import { nanoFiles } from '../support/parquet-table.js';

const GOLDEN = fileURLToPath(new URL('../golden/nano', import.meta.url));
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

interface Printed {
  readonly tasks: readonly { readonly task: string; readonly best: string }[];
  readonly means: readonly {
    readonly kind: string;
    readonly queryWeighted: Readonly<Record<string, number>>;
  }[];
  readonly comparisons?: readonly { readonly ties: number; readonly different: number }[];
  readonly check?: readonly { readonly figure: string; readonly verdict: string }[];
}

describe('r2med nano profile', () => {
  it('shows the table of a folder in the terminal', async () => {
    const { code, stdout } = await r2med(['nano', 'profile', '--data', GOLDEN]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^task +queries +documents +positives +per query: min \/ median \/ mean \/ max/);
    expect(stdout).toMatch(/^NanoTinyGut +7 +140 +14 +1 \/ 2 \/ 2\.00 \/ 5/m);
    expect(stdout).toMatch(/^query-weighted +0\.1552 +0\.0269 +0\.1116/m);
    expect(stdout).toMatch(/^task mean +0\.1468/m);
    expect(stdout).toContain(
      'BM25: stored:bm25 · dense: stored:tiny_vectors · hybrid: stored:reranking_hybrid',
    );
  });

  it('prints Markdown and JSON with the figures of the golden set', async () => {
    const markdown = await r2med(['nano', 'profile', '--data', `${GOLDEN}#NanoTinyHeart`, '--markdown']);
    expect(markdown.stdout).toContain('| NanoTinyHeart | 0.2144 | 0.0000 | 0.0526 |');
    const { stdout } = await r2med(['nano', 'profile', '--data', GOLDEN, '--json', '--recompute']);
    const printed = JSON.parse(stdout) as Printed;
    const { group } = JSON.parse(readFileSync(join(GOLDEN, 'profile.json'), 'utf8')) as {
      readonly group: Readonly<Record<string, Readonly<Record<string, { readonly queryWeighted: number }>>>>;
    };
    expect(printed.means[0]!.queryWeighted['nDCG@10']).toBeCloseTo(group.bm25!['nDCG@10']!.queryWeighted, 12);
    expect(printed.tasks.map(({ task, best }) => [task, best])).toEqual([
      ['NanoTinyGut', 'hybrid'],
      ['NanoTinyHeart', 'bm25'],
    ]);
    expect(printed.comparisons!.map(({ ties, different }) => [ties, different])).toEqual([
      [7, 0],
      [9, 0],
    ]);
  });

  it('writes a web page as well', async () => {
    const page = join(temporaryFolder(), 'profile.html');
    const { code, stdout } = await r2med(['nano', 'profile', '--data', GOLDEN, '--html', page]);
    expect(code).toBe(0);
    expect(stdout).toContain('NanoTinyGut');
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('<title>Profile of NanoTinyGut, NanoTinyHeart</title>');
    expect(html).toContain('<th scope="row">query-weighted</th><td class="number">0.1552</td>');
  });

  it('makes the lists of a task without any', async () => {
    const { code, stdout } = await r2med(['nano', 'profile', '--suite', 'sample', '--task', 'Biology']);
    expect(code).toBe(0);
    expect(stdout).toContain('BM25: bm25-hakari, made here');
    const both = await r2med(['nano', 'profile', '--suite', 'sample', '--task', 'Biology', '--dense', 'lsa']);
    expect(both.stdout).toContain('hybrid: rrf(bm25-hakari, lsa, k=100, ties=hakari), made here');
  });

  it.each([
    [['--data', GOLDEN, '--check'], 2, /--check for a folder; expected a suite whose profile was published/],
    [['--check', '--dense', 'lsa'], 2, /--check with --dense; expected the published lists/],
    [['--data', 'nowhere'], 2, /nowhere: no such folder/],
    [['--offline'], 1, /Biology of suite nano is not on this machine\n {2}Fix: r2med fetch --suite nano/],
    [['--suite', 'sample', '--recompute'], 2, /no BM25 list to compare with/],
  ])('%j is refused', async (words, expected, message) => {
    const { code, stderr } = await r2med(['nano', 'profile', ...words]);
    expect(code).toBe(expected);
    expect(stderr).toMatch(message);
  });
});

it('a reranker over stored candidates is scored with and without safeguards', async () => {
  const model = fileURLToPath(new URL('../golden/onnx/bert-pair', import.meta.url));
  const out = temporaryFolder();
  const systems = [
    `stored:reranking_hybrid > onnx:${model}(101)`,
    `stored:reranking_hybrid(safeguard=false) > onnx:${model}(100)`,
  ].flatMap((text) => ['--system', text]);
  const data = `${GOLDEN}#NanoTinyGut`;
  const { code, stdout } = await r2med([
    'run',
    '--data',
    data,
    '--out',
    out,
    ...systems,
    '--retriever',
    'stored:bm25',
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^nDCG@10, mean of tasks +with safeguards +without +queries with one$/m);
  const record = (system: string) =>
    JSON.parse(readFileSync(join(out, system, 'NanoTinyGut', 'record.json'), 'utf8')) as {
      readonly scores: Readonly<Record<string, number>>;
      readonly facts: { readonly withoutSafeguard?: { readonly scores: Readonly<Record<string, number>> } };
    };
  const [given, withheld] = [
    record('stored-reranking-hybrid.onnx-bert-pair-101'),
    record('stored-reranking-hybrid-safeguard-false.onnx-bert-pair-100'),
  ];
  // A model that looks at pairs orders the others alike, whether or not the safeguard is among them.
  expect(given.facts.withoutSafeguard!.scores).toEqual(withheld.scores);
  expect(given.scores['nDCG@100']).toBeGreaterThan(withheld.scores['nDCG@100']!);
  expect(withheld.facts.withoutSafeguard).toBeUndefined();
});

/** A hub with tasks as large as the published ones, and nothing of them. */
const madeHub = async () => {
  const files: Record<string, ServedFile<Uint8Array>> = {};
  for (const { source, counts } of suite('nano').tasks.slice(0, 1)) {
    if (source.from !== 'parquet') continue;
    const numbered = (count: number, letter: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${letter}${i}`, `${letter} ${i}`]));
    const queries = numbered(counts.queries, 'q');
    const ids = Array.from({ length: 100 }, (_, i) => `d${i}`);
    const list = Object.fromEntries(Object.keys(queries).map((query) => [query, ids]));
    const judged = Array.from({ length: counts.judgements }, (_, i) => i);
    const positives = Object.fromEntries(
      Object.keys(queries).map((query, place) => [
        query,
        judged.filter((i) => i % counts.queries === place).map((i) => `d${i}`),
      ]),
    );
    const lists = { bm25: list, harrier_oss_v1_270m: list, reranking_hybrid: list };
    const made = nanoFiles(source.split, {
      documents: numbered(counts.documents, 'd'),
      queries,
      positives,
      lists,
    });
    for (const [path, content] of Object.entries(made)) files[path] = { content, lfs: true };
  }
  const server = await startHub('hakari-bench/NanoR2MED', COMMIT, files, { branches: ['main'] });
  onTestFinished(server.close);
  const home = temporaryFolder();
  return { server, env: { HF_HOME: home, HF_ENDPOINT: server.endpoint, HOME: home } };
};

describe('suite nano from the hub', () => {
  it('is fetched, listed, run and profiled by its name', async () => {
    const { server, env } = await madeHub();
    const fetched = await r2med(['fetch', '--suite', 'nano', '--task', 'Biology'], { env });
    expect([fetched.code, fetched.stderr]).toEqual([0, expect.stringContaining('Biology: 6 files fetched')]);
    // The made texts are not the published ones, which is said.
    expect(fetched.stderr).toContain('Characters of a document differ from the published ones');
    const { stdout: listed } = await r2med(['tasks', '--suite', 'nano'], { env });
    expect(listed).toMatch(/^Biology .* here \(/m);
    const before = server.requests.length;
    const out = join(temporaryFolder(), 'results');
    const words = ['--suite', 'nano', '--task', 'Biology', '--out', out];
    const run = await r2med(['run', ...words, '--retriever', 'bm25-hakari', '--retriever', 'stored:bm25'], {
      env,
    });
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^stored:bm25 /m);
    const record = JSON.parse(readFileSync(join(out, 'stored-bm25', 'Biology', 'record.json'), 'utf8')) as {
      readonly task: { readonly revision: string; readonly notes: readonly string[] };
    };
    expect(record.task.revision).toBe(COMMIT);
    expect(record.task.notes.join()).toContain('differ from the published ones');
    expect(server.requests).toHaveLength(before);
  });

  it('is checked against what was published: exit code 1 where a figure differs', async () => {
    const { env } = await madeHub();
    const page = join(temporaryFolder(), 'profile.html');
    const words = ['nano', 'profile', '--task', 'Biology', '--check', '--json', '--html', page];
    const { code, stdout } = await r2med(words, { env });
    expect(code).toBe(1);
    expect(readFileSync(page, 'utf8')).toContain('<caption>Figures that are not as published</caption>');
    const { check } = JSON.parse(stdout) as Printed;
    expect(check).toHaveLength(25);
    const verdicts = Object.fromEntries(check!.map(({ figure, verdict }) => [figure, verdict]));
    expect(verdicts).toMatchObject({ queries: 'same', documents: 'same', positives: 'same' });
    expect(verdicts['characters of a document, max']).toBe('lower');
    const reproduced = await r2med(['reproduce', '--suite', 'nano', '--task', 'Biology', '--json'], { env });
    expect(reproduced.code).toBe(1);
    const { comparisons } = JSON.parse(reproduced.stdout) as { readonly comparisons: readonly unknown[] };
    expect(comparisons).toHaveLength(9);
  });
});
