import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readMessage, requestLine } from '../../src/models/custom/protocol.js';
import { r2med as r2medProcess, temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PYTHON = spawnSync('python3', ['--version']).status === 0;

const data = temporaryFolder();
const CORPUS = join(data, 'corpus.jsonl');
beforeAll(() => {
  writeFileSync(
    CORPUS,
    jsonl(
      { id: 'gout', text: 'Urate crystals inflame a joint.' },
      { id: 'anaemia', text: 'Iron deficiency lowers haemoglobin.' },
      { id: 'thyroid', text: 'Too little thyroid hormone slows the body.' },
      { id: 'iron', text: 'Iron in a joint.' },
    ),
  );
  const queries = jsonl(
    { id: 'q1', text: 'urate crystals in a joint' },
    { id: 'q2', text: 'iron deficiency' },
  );
  writeFileSync(join(data, 'query.jsonl'), queries);
  const judgements = jsonl({ q_id: 'q1', p_id: 'gout', score: 1 }, { q_id: 'q2', p_id: 'anaemia', score: 1 });
  writeFileSync(join(data, 'qrels.jsonl'), judgements);
});
afterAll(() => rmSync(data, { recursive: true }));
const MODULE = `module:${inRepository('examples/own-search.mjs')}`;

const runBy = async (call: typeof r2med, args: readonly string[]) => {
  const out = temporaryFolder();
  const called = await call(['run', '--data', data, '--out', out, '--json', ...args], { env: { CORPUS } });
  return { ...called, out };
};
const run = (args: readonly string[]) => runBy(r2med, args);
/** For modules as Node loads them. */
const runProcess = (args: readonly string[]) => runBy(r2medProcess, args);

interface Kept {
  readonly name: string;
  readonly system: string;
  readonly spec: unknown;
  readonly facts: Record<string, unknown>;
  readonly scores: Record<string, number>;
}
const records = ({
  stdout,
  stderr,
}: {
  readonly stdout: string;
  readonly stderr: string;
}): readonly Kept[] => {
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout).records as readonly Kept[];
};
const rankings = (out: string, system = 'shared-words') =>
  readFileSync(join(out, system, basename(data), 'run.trec'), 'utf8');

const searchServer = async (): Promise<string> => {
  const file = inRepository('examples/own-search-server.mjs');
  const server = spawn(process.execPath, [file, '0'], { env: { ...process.env, CORPUS } });
  onTestFinished(async () => {
    server.kill();
    await once(server, 'close');
  });
  const [address] = (await once(server.stdout, 'data')) as [Buffer];
  return address.toString().trim();
};

describe('a search system', () => {
  it('is the same row as a module, a command and a server', async () => {
    const module = await runProcess(['--retriever', MODULE]);
    expect(module.code).toBe(0);
    expect(records(module)[0]).toMatchObject({ system: 'shared-words', scores: { 'nDCG@10': 1 } });
    expect(records(module)[0]!.facts.failed).toBeUndefined();
    const served = await runProcess([
      '--retriever',
      `served-search:${await searchServer()}(batch=1, timeout=60)`,
    ]);
    expect(rankings(served.out)).toBe(rankings(module.out));
    expect(records(served)[0]!.spec).toMatchObject({
      retriever: 'search-system',
      searcher: { backEnd: 'served-search', version: expect.stringMatching(/^[0-9a-f]{12}$/) },
      topK: 100,
    });
    if (!PYTHON) return console.error('\n*** python3 IS MISSING: own-search.py WAS NOT RUN ***\n');
    const program = `command:"python3 ${inRepository('examples/own-search.py')} ${CORPUS}"`;
    const command = await runProcess(['--retriever', program]);
    expect(command.stderr).not.toContain('rror');
    expect(rankings(command.out)).toBe(rankings(module.out));
  });

  it('works where a retriever works: in a fusion, before a reranker', async () => {
    const reranker = `module:${inRepository('examples/own-reranker.mjs')}`;
    const called = await run([
      ...['--system', `rrf(${MODULE}, bm25)`],
      ...['--system', `${MODULE} > ${reranker}(20)`],
    ]);
    expect(records(called).map(({ name }) => name)).toEqual([
      'shared-words',
      'shared-words > covered-words(20)',
      'rrf(shared-words, bm25)',
    ]);
    expect(records(called)[1]!.facts).toMatchObject({ reranking: { pairs: 4, failed: 0, unchanged: 0 } });
    if (!PYTHON) return;
    const python = await run([
      ...['--retriever', MODULE],
      ...['--reranker', `command:"python3 ${inRepository('examples/own-reranker.py')}"`, '--depth', '20'],
    ]);
    const slug = 'shared-words.covered-words-20';
    expect(rankings(python.out, slug)).toBe(rankings(called.out, slug));
  });

  it('searches with what a rewriter generated', async () => {
    const env = { CORPUS: inRepository('data/sample/Biology/corpus.jsonl') };
    const system = `hyde(sample-writer) > ${MODULE}`;
    const args = ['run', '--suite', 'sample', '--task', 'Biology', '--json', '--out', temporaryFolder()];
    const called = await r2medProcess([...args, '--retriever', MODULE, '--system', system], { env });
    const [plain, rewritten] = records(called);
    expect(rewritten!.name).toBe('hyde(sample-writer) > shared-words');
    expect(rewritten!.scores['nDCG@10']).toBeGreaterThan(plain!.scores['nDCG@10']!);
  });

  it('that fails for a query says so in its record, and gives it no ranking', async () => {
    const module = join(
      writtenFolder({
        'half.mjs': `export const search = async (queries) => queries.map(({ id }) => id === 'q1' ? ['gout'] : ['nowhere']);`,
      }),
      'half.mjs',
    );
    const called = await run(['--retriever', `module:${module}`]);
    expect(records(called)[0]!.facts.failed).toEqual({
      'queries without a ranking': { count: 1, reason: 'query q2: document "nowhere" is not in the corpus' },
    });
    expect(called.stderr).toContain('query q2 has no ranking');
  });

  it('and a model in one module is told which is wanted', async () => {
    const both = join(
      writtenFolder({
        'both.mjs': `export const embed = (texts) => texts.map((text) => [1, text.length]); export const search = (queries) => queries.map(() => ['gout']);`,
      }),
      'both.mjs',
    );
    const called = await run(['--retriever', `module:${both}`]);
    expect([called.code, called.stdout]).toEqual([2, '']);
    expect(called.stderr).toContain('(kind=search), or (kind=dense)');
    expect((await run(['--retriever', `module:${both}(kind=search)`])).code).toBe(0);
    expect((await run(['--retriever', `module:${both}(kind=dense)`])).code).toBe(0);
  });

  it.each([
    [`${MODULE}(pooling=cls)`, 'pooling'],
    [`${MODULE}(int8)`, 'search system'],
    [`${MODULE}(batch=0)`, 'batch=0'],
    ['served-search:http://localhost:9/search(similarity=dot)', 'similarity'],
    ['served-search:http://localhost:9/search(kind=dense)', 'kind=dense for served-search'],
    ['served-search:localhost', 'is not a server address'],
    [`${MODULE}(kind=dense)`, 'without a function embed'],
    ['bge(timeout=3)', 'timeout'],
    ['served:http://localhost:9/v1#m(kind=search)', 'kind=search for served:http://localhost:9/v1'],
    [`module:${inRepository('examples/own-reranker.mjs')}`, 'Fix: it is a reranker: name it with --reranker'],
  ])('refuses a setting it would not use: %s', async (retriever, found) => {
    const { code, stdout, stderr } = await run(['--retriever', retriever]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(found);
  });

  it('with a password in its address is refused without repeating it', async () => {
    for (const more of ['', '(pooling=cls)']) {
      const called = await run(['--retriever', `served-search:http://me:hunter2@localhost:9/search${more}`]);
      expect(called.code).toBe(2);
      expect(called.stderr + called.stdout).not.toContain('hunter2');
    }
  });
});

describe('a custom reranker', () => {
  it.each([
    [`module:${inRepository('examples/own-reranker.mjs')}(10, precision=int8)`, 'precision'],
    [`module:${inRepository('examples/own-search.mjs')}`, 'without a function rerank'],
    [`module:${inRepository('examples/own-model.mjs')}`, 'Fix: it is a retriever: name it with --retriever'],
    ['monobert(10, timeout=3)', 'timeout'],
  ])('refuses what it would not use: %s', async (reranker, found) => {
    const { code, stderr } = await run(['--retriever', 'bm25', '--reranker', reranker]);
    expect(code).toBe(2);
    expect(stderr).toContain(found);
  });
});

describe('the page', () => {
  const page = readFileSync(inRepository('docs/guides/your-own-search.md'), 'utf8');

  it.each([
    ['js', 'examples/own-search.mjs'],
    ['python', 'examples/own-search.py'],
    ['js', 'examples/own-reranker.mjs'],
  ])('shows %s of %s as it is', (language, file) => {
    expect(page).toContain(`\`\`\`${language}\n${readFileSync(inRepository(file), 'utf8')}\`\`\``);
  });

  it('shows requests and answers as they are sent', () => {
    const blocks = [...page.matchAll(/```jsonl\n([\s\S]*?)\n```/g)].map(([, lines]) => lines!.split('\n'));
    const [search, rerank] = blocks as [string[], string[]];
    const document = { id: 'gout', text: 'Urate.' };
    const sent = [
      requestLine({ id: 7, kind: 'search', queries: [{ id: 'q1', text: 'swollen toe' }], k: 100 }),
      requestLine({ id: 7, kind: 'rerank', query: { id: 'q1', text: 'toe' }, documents: [document] }),
    ];
    expect([`${search[0]}\n`, `${rerank[0]}\n`]).toEqual(sent);
    for (const answer of [search[1]!, ...rerank.slice(1)])
      expect(readMessage(answer)).toMatchObject({ is: 'answer', id: 7 });
  });
});
