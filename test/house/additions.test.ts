import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChatServer } from '../support/chat-server.js';
import { r2med, temporaryFolder } from '../support/command.js';
import { examItem } from '../support/construction.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Addition {
  /** The file that is new, below `src`. */
  readonly file: string;
  /** The registry, below `src`, and the text in it that the new entry follows. */
  readonly registry: string;
  readonly after: string;
  readonly entry: string;
  readonly imports?: string;
  /** What its test needs, from the root: a golden, cases. No file that is there already. */
  readonly also?: string;
}

/** One of each: a file, and an entry in a registry with its import. Nothing else is changed. */
const ADDITIONS: Readonly<Record<string, Addition>> = {
  retriever: {
    file: 'search/retrieval/shortest/index.ts',
    registry: 'search/retrieval/index.ts',
    after: 'export const retrievers = {',
    entry: 'shortest,',
    imports: "import { shortest } from './shortest/index.js';",
  },
  'generation method': {
    file: 'search/generation/methods/keywords.ts',
    registry: 'search/generation/generation-methods.ts',
    after: 'export const generationMethods: Readonly<Record<string, NamedMethod>> = {',
    entry: 'keywords: keywordsMethod,',
    imports: "import { keywordsMethod } from './methods/keywords.js';",
  },
  'LLM reranker': {
    file: 'search/reranking/llm/reversed.ts',
    registry: 'search/reranking/llm/index.ts',
    after: 'export const llmRerankers: Readonly<Record<string, LlmReranker>> = {',
    entry: 'reversed: { settings: REVERSED, make: reversed },',
    imports: "import { REVERSED, reversed } from './reversed.js';",
  },
  fusion: {
    file: 'search/fusion/longest.ts',
    registry: 'search/fusion/fusions.ts',
    after: 'export const fusions: Readonly<Record<string, NamedFusion>> = {',
    entry: 'longest: { settings: LONGEST, make: longest },',
    imports: "import { LONGEST, longest } from './longest.js';",
  },
  measure: {
    file: 'evaluation/measures/measures/first.ts',
    registry: 'evaluation/measures/measures/index.ts',
    after: 'export const measures = {',
    entry: 'First,',
    imports: "import { First } from './first.js';",
    also: 'test/golden/measures/first.json',
  },
  'rerank API': {
    file: 'models/scorers/api/dialects/plain.ts',
    registry: 'models/scorers/api/dialects/index.ts',
    after: 'export const SCORER_DIALECTS = {',
    entry: 'plain,',
    imports: "import { plain } from './plain.js';",
  },
  'run format': {
    file: 'experiment/results/runs/arrow-run.ts',
    registry: 'experiment/results/runs/run-formats.ts',
    after: 'export const runFormats = {',
    entry: 'arrow: arrowRun,',
    imports: "import { arrowRun } from './arrow-run.js';",
  },
  'check of an audit': {
    file: 'benchmarks/audit/checks/shouted-queries.ts',
    registry: 'benchmarks/audit/checks.ts',
    after: 'export const auditChecks: readonly Check[] = [',
    entry: 'shoutedQueries,',
    imports: "import { shoutedQueries } from './checks/shouted-queries.js';",
    also: 'test/fixtures/audit-checks/shouted-queries.ts',
  },
  'step of `build`': {
    file: 'benchmarks/construction/shorten.ts',
    registry: 'benchmarks/construction/steps.ts',
    after: 'export const constructionSteps: readonly BuildStep[] = [',
    entry: 'shorten,',
    imports: "import { shorten } from './shorten.js';",
  },
  'format of export': {
    file: 'analysis/export/names.ts',
    registry: 'analysis/export/formats.ts',
    after: 'export const exportFormats = {',
    entry: 'names,',
    imports: "import { names } from './names.js';",
  },
  'view of the page': {
    file: 'web/page/views/count/index.tsx',
    registry: 'web/page/views.ts',
    after: 'export const views: readonly View[] = [',
    entry: 'count,',
    imports: "import { count } from './views/count/index.js';",
  },
  verb: {
    file: 'cli/commands/greet.ts',
    registry: 'cli/commands/index.ts',
    after: 'export const verbs = {',
    entry: "greet: ['greet', () => import('./greet.js')],",
  },
};

const scores = createServer(async (request, response) => {
  const { documents } = (await json(request)) as { documents: readonly string[] };
  response.end(JSON.stringify({ scores: documents.map(({ length }) => -length) }));
});

const root = temporaryFolder();
const chat = await startChatServer();
const call = (...args: readonly string[]) => r2med(args, { bin: join(root, 'bin/r2med.js') });

/** What the copy has: all that sources and tests read. */
const COPIED = [
  ...[
    'src',
    'bin',
    'scripts',
    'test',
    'docs',
    'schema',
    'examples',
    'package.json',
    'README.md',
    'ARCHITECTURE.md',
  ],
  ...['tsconfig.json', 'tsconfig.build.json', 'tsconfig.page.json', 'vitest.config.ts'],
];

/** Tests that look at registries, documentation and lists. None of them is changed for what is added. */
const WATCHING = [
  'test/house/declared-settings.test.ts',
  'test/house/import-rules.test.ts',
  'test/search/retrievers.test.ts',
  'src/evaluation/measures/goldens.test.ts',
  'src/evaluation/measures/parse-measure.test.ts',
  'src/experiment/systems/generation-methods.test.ts',
  'src/benchmarks/audit/checks.test.ts',
  'src/benchmarks/construction/own-step.test.ts',
  'src/analysis/export/receivers.test.ts',
  'test/web/view-styles.test.ts',
  'test/cli/flags.test.ts',
];

const inCopy = (script: string, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(root, script), ...args], { cwd: root, maxBuffer: 1e8 });

beforeAll(async () => {
  for (const name of COPIED) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  for (const name of ['data', 'node_modules']) symlinkSync(join(ROOT, name), join(root, name));
  const added = (fixture: string, to: string): void => {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    cpSync(join(ROOT, 'test/fixtures/additions', `${fixture}.txt`), join(root, to));
  };
  for (const { file, registry, after, entry, imports = '', also } of Object.values(ADDITIONS)) {
    added(file, `src/${file}`);
    if (also) added(`root/${also}`, also);
    const text = readFileSync(join(root, 'src', registry), 'utf8');
    expect(text).toContain(after);
    writeFileSync(join(root, 'src', registry), `${imports}\n${text.replace(after, `${after}\n  ${entry}`)}`);
  }
  // Types are checked and modules bundled, as for the package.
  await inCopy('scripts/build.js');
  await new Promise<void>((resolve) => scores.listen(0, '127.0.0.1', resolve));
}, 300_000);

afterAll(async () => {
  scores.close();
  await chat.close();
});

describe('one file and one entry in a registry add', () => {
  it('what CONTRIBUTING.md lists, at the places it names', () => {
    const rows = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split('\n');
    for (const [name, { file, registry }] of Object.entries(ADDITIONS)) {
      const [, , where, line] = rows.find((row) => row.startsWith(`| ${name} `))!.split('|');
      expect([name, line]).toEqual([name, expect.stringContaining(`src/${registry}`)]);
      const folder = /src\/[\w/-]*?(?=\/<)/.exec(where!)![0];
      expect(`src/${file}`).toMatch(new RegExp(`^${folder}/`));
    }
  });

  it('a retriever, a fusion, a rerank API and a measure', async () => {
    const { port } = scores.address() as AddressInfo;
    const { code, stdout, stderr } = await call(
      ...['run', '--suite', 'sample', '--task', 'Biology', '--measure', 'First', '--quiet'],
      ...['--system', 'shortest(least=9)', '--system', 'longest(bm25, shortest, least=2)'],
      ...['--system', `bm25 > served:http://127.0.0.1:${port}#m(3, dialect=plain)`],
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^First /m);
    for (const name of [
      'shortest(least=9)',
      'longest(bm25, shortest, least=2)',
      'bm25 > served-m(3, dialect=plain)',
    ])
      expect(stdout).toContain(name);
  });

  it('a generation method with a flag, and an LLM reranker', async () => {
    const llm = `served:${chat.origin}/v1#m`;
    const { code, stdout, stderr } = await call(
      ...['run', '--suite', 'sample', '--task', 'Biology', '--generations', 'new', '--quiet'],
      ...['--system', `keywords(${llm}) > bm25`, '--keywords', '7'],
      ...['--system', `bm25 > reversed(${llm}, 3, words=4)`],
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('keywords(m) > bm25');
    expect(stdout).toContain('bm25 > reversed(m, 3, words=4)');
    expect(chat.requests.some(({ messages }) => messages[0]!.content.startsWith('7 keywords for: '))).toBe(
      true,
    );
    const help = await call('run', '--help');
    expect(help.stdout.replace(/\s+/g, ' ')).toContain('--keywords <n> keywords requested (keywords: 5)');
  });

  it('a run format', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'qrels'), 'q1 0 d7 1\n');
    writeFileSync(join(folder, 'run'), 'q1 -> d7 = 12.5\n');
    const { code, stdout } = await call(
      ...['eval', '--judgements', join(folder, 'qrels'), '--run', join(folder, 'run')],
      ...['--measures', 'First'],
    );
    expect([code, stdout]).toEqual([0, expect.stringContaining('First')]);
  });

  it('a check of an audit', async () => {
    const folder = writtenFolder({
      'corpus.jsonl': jsonl({ _id: 'd1', text: 'Urate settles in cool joints.' }),
      'queries.jsonl': jsonl({ _id: 'q1', text: 'WHY DO JOINTS HURT?' }),
      'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
    });
    const { code, stdout, stderr } = await call('audit', folder, '--fail-on', 'shouted-queries', '--json');
    expect([code, stderr]).toEqual([1, expect.stringContaining('shouted-queries')]);
    const { checks } = JSON.parse(stdout) as { checks: readonly { name: string }[] };
    expect(checks.find(({ name }) => name === 'shouted-queries')).toMatchObject({
      found: 1,
      of: 1,
      examples: [{ query: 'q1' }],
    });
  });

  it('a step of build, alone and in a plan', async () => {
    const work = writtenFolder({ 'items.jsonl': jsonl(examItem()) });
    const alone = await call('build', 'shorten', '--work', work, '--most-words', '5', '--json');
    expect([alone.code, alone.stderr]).toEqual([0, '']);
    expect(JSON.parse(alone.stdout)).toMatchObject({ step: 'shorten', in: 1, out: 1, held: {} });
    expect(readFileSync(join(work, 'shortened.jsonl'), 'utf8')).toContain(
      '"text":"A 54-year-old man wakes at"',
    );
    expect((await call('build', '--help')).stdout).toContain('shorten');
    expect((await call('build', 'status', '--work', work)).stdout).toMatch(/^shorten +done/m);
    const plan = writtenFolder({ 'plan.yaml': 'steps:\n  shorten: { mostWord: 5 }\n' });
    const { code, stderr } = await call('build', 'all', '--plan', join(plan, 'plan.yaml'), '--work', work);
    expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean "mostWords"?')]);
  });

  it('a format of export', async () => {
    const cwd = temporaryFolder();
    const bin = join(root, 'bin/r2med.js');
    await r2med(['run', '--suite', 'sample', '--task', 'Biology', '--retriever', 'bm25', '--quiet'], {
      bin,
      cwd,
    });
    const { code } = await r2med(['export', 'names', '--suite', 'sample', '--out', 'names'], { bin, cwd });
    expect([code, readFileSync(join(cwd, 'names/names.txt'), 'utf8')]).toEqual([0, 'bm25\n']);
  });

  it('a view of the page, which its types allow', async () => {
    await inCopy('node_modules/typescript/bin/tsc', '-p', 'tsconfig.page.json', '--noEmit');
  });

  it('a verb', async () => {
    expect(await call('greet', 'you')).toMatchObject({ code: 0, stdout: 'hello, you\n' });
    expect((await call('--help')).stdout).toContain('greet');
  });

  it.each([
    ['shortest(leest=9)', 'did you mean "least"?'],
    ['longest(bm25, lsa, least=0)', 'a whole number from 1'],
    ['keywords(m, keyword=2) > bm25', 'did you mean "keywords"?'],
    ['bm25 > reversed(m, wrods=2)', 'did you mean "words"?'],
    ['bm25 > served:http://h#m(dialect=plane)', 'did you mean "plain"?'],
  ])('what is checked before a run: %s', async (system, said) => {
    const { code, stderr } = await call('run', '--suite', 'sample', '--system', system);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});

it('what is generated finds it, and tests that look at registries, documentation and lists stay green', async () => {
  await inCopy('scripts/write.js', 'api', 'schemas', 'settings', 'audit');
  const page = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
  for (const [name, row] of [
    ['reference/bm25.md', '| `shortest` | `least` | `1` |'],
    ['guides/fusion.md', '| `longest` | `least` | `1` |'],
    ['reference/llm-rerankers.md', '| `reversed` | `words` | `50` |'],
    ['guides/diagnose-feedback.md', '| `keywords` | `keywords` | `5` |'],
    ['reference/checks.md', '| `shouted-queries` | note |'],
  ] as const)
    expect(page(name)).toContain(row);
  const ran = await inCopy('node_modules/vitest/vitest.mjs', 'run', '--root', root, ...WATCHING);
  expect(ran.stdout).toContain('Test Files');
}, 600_000);
