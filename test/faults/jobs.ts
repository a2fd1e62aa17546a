import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { VerbName } from '../../src/cli/commands/index.js';
import { taskEntry } from '../../src/tasks/index.js';
import { MODEL } from '../support/tiny-model-files.js';

/** A call that writes, small enough that every one of its calls to the system can be disturbed. */
export interface Job {
  readonly name: string;
  readonly verb: VerbName;
  /** Files of the working folder, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Calls that come before, undisturbed. */
  readonly before?: readonly (readonly string[])[];
  /** `{server}` is the address of the paid server. */
  readonly args: readonly string[];
  /** Which hub `HF_ENDPOINT` names. */
  readonly hub?: 'dataset' | 'model';
  /** Exit code of the undisturbed call. */
  readonly code?: number;
  /** What a second call says where the first has done its work, whatever it ended with: it replaces nothing. */
  readonly refusal?: RegExp;
  /** Files that are also seen in a state in between, which says of itself that it is not the last. */
  readonly between?: RegExp;
  /** What else is brought up to date: a note says where that cannot be done, and the work is done all the same. */
  readonly besides?: RegExp;
  /** What a call that looks for defects says of one, in place of an error with a fix. */
  readonly defect?: RegExp;
  /** Texts of a request of vectors or scores in flight, of one whose answer is being stored, and the probe before the first. An LLM gets one. */
  readonly inFlight?: number;
  /** Damages what the calls before left. */
  readonly spoil?: (folder: string) => void;
  /** What differs by chance, such as a secret that is made. */
  readonly random?: RegExp;
}

const lines = (...rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const NAMES = ['gout', 'scurvy', 'rickets'];

/** Three queries and six documents. */
const task = (folder = 'data'): Readonly<Record<string, string>> => ({
  [`${folder}/corpus.jsonl`]: lines(
    ...NAMES.flatMap((name) => [
      { id: `doc-${name}`, text: `All about ${name}, its causes and its signs.` },
      { id: `note-${name}`, text: `A note on what is not ${name}.` },
    ]),
  ),
  [`${folder}/query.jsonl`]: lines(
    ...NAMES.map((name) => ({ id: `q-${name}`, text: `What of ${name}, please?`, answer: name })),
  ),
  [`${folder}/qrels.jsonl`]: lines(
    ...NAMES.map((name) => ({ q_id: `q-${name}`, p_id: `doc-${name}`, score: 1 })),
  ),
});

const DATA = ['--data', 'data'];
const BM25 = ['run', ...DATA, '--retriever', 'bm25', '--out', 'results'];
const LUCENE = ['run', ...DATA, '--retriever', 'bm25-lucene', '--out', 'results'];
const LLM = ['--llm', 'served:{server}/v1#tiny', '--concurrency', '1'];
const GENERATE = ['generate', ...DATA, '--method', 'hyde', ...LLM, '--out', 'texts'];
const SERVED = ['--retriever', 'served:{server}/v1#tiny', '--concurrency', '1'];

const EXAM = {
  'exam.jsonl': lines(
    ...NAMES.map((name, i) => ({
      qid: `q-${name}`,
      question: `A patient of ${20 + i} years has the signs of case ${i}. Which of the following is it?`,
      options: { A: name, B: 'health' },
      key: 'A',
    })),
  ),
  'exam.yaml':
    'family: exam\nfiles: exam.jsonl\nsource: Own exam\nlicence: CC0-1.0\nfields: {id: qid, text: question, options: options, answer: key}\n',
};
const COLLECT = ['build', 'collect', '--work', 'work', '--mapping', 'exam.yaml'];
const CLASSIFY = ['build', 'classify', '--work', 'work', ...LLM];

/** The example of a benchmark, whose answers are prepared; its release does not wait for reviewers. */
const example = (): Readonly<Record<string, string>> => {
  const from = fileURLToPath(new URL('../../examples/build', import.meta.url));
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const text = new Map(
    files.map(({ parentPath, name }) => [
      join(parentPath, name).slice(from.length + 1),
      readFileSync(join(parentPath, name), 'utf8'),
    ]),
  );
  const plan = text.get('plan.yaml')!.replace('review: required', 'review: optional');
  return Object.fromEntries([...text, ['plan.yaml', plan]]);
};
const BUILD_ALL = ['build', 'all', '--plan', 'plan.yaml', '--quiet'];
const RELEASE = 'build/release/1.0.0';
const RELEASED = `${RELEASE}/r2med/Illustration-Evidence`;

const AUDIT = ['audit', '--data', 'data', '--findings', 'findings.jsonl', '--quiet'];

const NANO = ['nano', 'build', '--from', 'data', '--out', 'small', '--quiet'];

const ITEMS = lines(
  ...NAMES.map((id) => ({
    id,
    step: 'judge',
    texts: [
      { label: 'Query', text: `Query of ${id}` },
      { label: 'Document', text: `Document of ${id}` },
    ],
    questions: [
      {
        name: 'relevance',
        text: 'Does the document support the answer?',
        choices: [
          { value: 'no', label: 'No' },
          { value: 'yes', label: 'Yes' },
        ],
        ordered: true,
        reason: 'optional',
      },
    ],
  })),
);
const PLAN = ['review', 'plan', 'review', '--reviewer', 'anna', '--reviewer', 'ben'];

const RUN_FILES = {
  'a.trec': NAMES.map((name) => `q-${name} Q0 doc-${name} 1 2.5 a\nq-${name} Q0 note-${name} 2 1.5 a\n`).join(
    '',
  ),
  'qrels.txt': NAMES.map((name) => `q-${name} 0 doc-${name} 1\n`).join(''),
};

const exported = (format: string, ...more: readonly string[]): Job => ({
  name: `export ${format}`,
  verb: 'export',
  files: task(),
  before: [BM25],
  args: ['export', format, '--results', 'results', '--data', 'data', '--out', 'out', ...more],
});

const EMBEDDER =
  'export const embed = (texts) => texts.map((text) => [text.length, text.charCodeAt(0), text.charCodeAt(9) || 1]);\n';

const CLONE = {
  'clone/.git/HEAD': 'ref: refs/heads/main\n',
  'clone/.git/config': '[remote "origin"]\n\turl = https://github.com/castorini/rank_llm\n',
  'clone/.git/packed-refs': '# pack-refs\n0123456789abcdef0123456789abcdef01234567 refs/heads/main\n',
  'clone/src/rank_llm/rerank/prompt_templates/plain_template.yaml':
    'method: "singleturn_listwise"\nprefix: |\n  {num} notes for {query}\nbody: |\n  [{rank}] {candidate}\nsuffix: "Order?"\noutput_validation_regex: r"^\\[\\d+\\]$"\noutput_extraction_regex: r"\\[(\\d+)\\]"\n',
};
const IMPORT_PROMPTS = ['prompts', 'import', '--from', 'clone', '--out', 'prompts'];

const HAKARI = JSON.stringify({
  model: { id: 'tests/tiny' },
  target: { split_name: 'NanoR2MEDBiology' },
  evaluation: { aggregate_metric: 'ndcg@10', aggregate_metric_value: 0.5 },
  metrics: {},
});

const { source } = taskEntry('r2med', 'Biology');
const REVISION = source.from === 'hub' ? source.revision : '';

/** A file of Biology as the hub's cache has it. */
const inHubCache = (name: string, content: string): Readonly<Record<string, string>> => ({
  [`../hf/hub/datasets--R2MED--Biology/snapshots/${REVISION}/${name}`]: content,
});

const biology = (): Readonly<Record<string, string>> => ({
  ...inHubCache(
    'corpus.jsonl',
    lines({ id: 'tunnel', text: 'The carpal tunnel.' }, { id: 'cold', text: 'The cold.' }),
  ),
  ...inHubCache('query.jsonl', lines({ id: 'q', text: 'Why do my hands go numb?' })),
  ...inHubCache('qrels.jsonl', lines({ q_id: 'q', p_id: 'tunnel', score: 1 })),
});
const REPRODUCE = [
  ...['reproduce', '--task', 'Biology', '--system', 'bm25'],
  ...['--offline', '--out', 'reproduced', '--quiet'],
];
const SIGNING_KEY = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** Every verb that writes, in small. */
export const jobs: readonly Job[] = [
  { name: 'run', verb: 'run', files: task(), args: BM25 },
  {
    name: 'run --overwrite',
    verb: 'run',
    files: task(),
    before: [[...BM25, '--top-k', '2']],
    args: [...BM25, '--overwrite'],
  },
  {
    name: 'run --save-vectors with an embedding API',
    inFlight: 9,
    verb: 'run',
    files: task(),
    args: ['run', ...DATA, ...SERVED, '--save-vectors', 'vectors', '--out', 'results'],
  },
  {
    name: 'run with a rerank API',
    inFlight: 14,
    verb: 'run',
    files: task(),
    args: [...BM25, '--reranker', 'served:{server}/v1#tiny', '--concurrency', '1'],
  },
  {
    name: 'run with an LLM',
    verb: 'run',
    files: task(),
    args: [
      'run',
      ...DATA,
      '--retriever',
      'bm25',
      '--gar',
      'hyde',
      '--generations',
      'new',
      ...LLM,
      '--out',
      'results',
    ],
  },
  { name: 'run --shard', verb: 'run', files: task(), args: [...BM25, '--shard', '1/2'] },
  {
    name: 'merge',
    verb: 'merge',
    files: task(),
    before: [
      [...BM25, '--shard', '1/2'],
      [...BM25, '--shard', '2/2'],
    ],
    args: ['merge', '--results', 'results', '--data', 'data'],
    refusal: /no shards/,
  },
  {
    name: 'embed',
    inFlight: 9,
    verb: 'embed',
    files: task(),
    args: ['embed', ...DATA, ...SERVED, '--rows', '3', '--out', 'vectors'],
  },
  { name: 'generate', verb: 'generate', files: task(), args: GENERATE, between: /^work\/texts\// },
  {
    // All of it was paid for: nothing may be asked for again.
    name: 'generate --overwrite',
    verb: 'generate',
    files: task(),
    before: [GENERATE],
    args: [...GENERATE, '--overwrite'],
    between: /^work\/texts\//,
  },
  {
    name: 'generate --batch-api',
    verb: 'generate',
    files: task(),
    args: ['generate', ...DATA, '--method', 'hyde', '--llm', 'gpt-5.4-nano', '--batch-api', '--out', 'texts'],
    between: /^work\/texts\//,
  },
  {
    name: 'judge',
    verb: 'judge',
    files: task(),
    before: [GENERATE],
    args: [
      ...['judge', ...DATA, '--gar', 'hyde', '--llm', 'tiny', '--generations', 'texts'],
      ...['--judge', 'served:{server}/v1#tiny', '--concurrency', '1', '--out', 'verdicts'],
    ],
    // A record without a seal says that its verdicts are still being written.
    between: /^work\/verdicts\//,
  },
  {
    name: 'answer',
    verb: 'answer',
    files: task(),
    before: [BM25],
    args: [
      ...['answer', ...DATA, '--results', 'results', '--system', 'bm25', ...LLM],
      ...['--judge', 'served:{server}/v1#tiny', '--check-citations', '--out', 'answers'],
    ],
    between: /^work\/answers\//,
  },
  {
    name: 'import',
    verb: 'import',
    files: task(),
    args: ['import', 'data', '--out', 'task'],
    refusal: /a task; expected a folder that is empty/,
  },
  {
    name: 'import --overwrite',
    verb: 'import',
    files: { ...task(), ...task('task') },
    args: ['import', 'data', '--out', 'task', '--format', 'beir', '--overwrite'],
  },
  {
    name: 'eval --save-run --save-judgements',
    verb: 'eval',
    files: RUN_FILES,
    args: [
      ...['eval', '--judgements', 'qrels.txt', '--run', 'a.trec'],
      ...['--save-run', 'saved.json', '--save-judgements', 'saved.qrels'],
    ],
  },
  exported('mteb', '--model-name', 'tests/tiny', '--model-revision', 'main', '--draft'),
  exported('r2med'),
  exported('trec'),
  exported('csv'),
  exported('latex'),
  exported('markdown'),
  exported('json'),
  exported('svg'),
  // Written again it says another time.
  { ...exported('site'), refusal: /files with other content: data\/index/ },
  {
    ...exported('csv', '--overwrite'),
    name: 'export --overwrite',
    files: { ...task(), 'out/leaderboard.csv': 'old\n', 'out/mine.txt': 'mine\n' },
  },
  {
    name: 'check --rebuild',
    verb: 'check',
    files: task(),
    before: [BM25],
    spoil: (folder) => writeFileSync(join(folder, 'results/bm25/data/queries.jsonl'), 'spoilt\n'),
    args: ['check', '--results', 'results', '--rebuild'],
    defect: /cannot be read|run it again with --overwrite/,
  },
  {
    name: 'compare --junit',
    verb: 'compare',
    files: task(),
    before: [BM25, LUCENE],
    args: [
      ...['compare', 'bm25', 'bm25-lucene', '--results', 'results', '--data', 'data'],
      ...['--fail-below', 'nDCG@10=0.1', '--junit', 'gate.xml'],
    ],
  },
  {
    name: 'tune',
    verb: 'tune',
    files: task(),
    args: [
      ...['tune', ...DATA, '--system', 'bm25(k1=?)', '--folds', '3', '--trials', '2', '--out', 'tuning'],
    ],
  },
  { name: 'nano build', verb: 'nano', files: task(), args: NANO },
  {
    name: 'nano build --overwrite',
    verb: 'nano',
    files: task(),
    before: [[...NANO, '--max-queries', '2']],
    args: [...NANO, '--overwrite'],
  },
  {
    name: 'nano profile --html',
    verb: 'nano',
    files: task(),
    args: ['nano', 'profile', '--data', 'data', '--html', 'page.html', '--quiet'],
  },
  {
    name: 'nano efficiency',
    verb: 'nano',
    files: { ...task(), 'own.mjs': EMBEDDER },
    args: [
      'nano',
      'efficiency',
      ...DATA,
      '--retriever',
      'module:own.mjs',
      '--truncate',
      '2',
      '--out',
      'results',
    ],
  },
  { name: 'audit --findings', verb: 'audit', files: task(), args: AUDIT },
  {
    name: 'audit --out',
    verb: 'audit',
    files: task(),
    args: ['audit', '--data', 'data', '--out', 'results', '--quiet'],
  },
  {
    name: 'review findings',
    verb: 'review',
    files: task(),
    before: [AUDIT],
    args: ['review', 'findings', 'findings.jsonl', '--data', 'data', '--out', 'findings'],
    refusal: /a folder that has items\.jsonl;/,
  },
  {
    name: 'review plan',
    verb: 'review',
    files: { 'review/items.jsonl': ITEMS },
    args: PLAN,
    random: /^work\/review\/(plan\.json|links\/)/,
  },
  {
    name: 'review link --renew',
    verb: 'review',
    files: { 'review/items.jsonl': ITEMS },
    before: [PLAN],
    args: ['review', 'link', 'review', '--renew', 'anna'],
    random: /^work\/review\/links\//,
  },
  {
    name: 'review export',
    verb: 'review',
    files: { 'review/items.jsonl': ITEMS },
    before: [PLAN],
    args: ['review', 'export', 'review', '--out', 'out'],
    besides: /^work\/review\/(answers\/|decisions\.jsonl)/,
  },
  { name: 'build collect', verb: 'build', files: EXAM, args: COLLECT },
  { name: 'build classify', verb: 'build', files: EXAM, before: [COLLECT], args: CLASSIFY },
  {
    name: 'build all',
    verb: 'build',
    files: example(),
    args: BUILD_ALL,
    // Until the release is whole there is its candidate.
    between: /^work\/build\/candidate\//,
  },
  {
    name: 'build repair',
    verb: 'build',
    files: example(),
    before: [BUILD_ALL, ['audit', '--data', RELEASED, '--findings', 'findings.jsonl', '--quiet']],
    args: ['build', 'repair', '--findings', 'findings.jsonl', '--rules', '{"near-duplicates": "merge"}'],
  },
  { name: 'prompts import', verb: 'prompts', files: CLONE, args: IMPORT_PROMPTS },
  {
    name: 'fetch --data',
    verb: 'fetch',
    files: {},
    hub: 'dataset',
    args: ['fetch', '--data', 'hub:Tests/Tiny', '--quiet'],
  },
  {
    name: 'fetch --model',
    verb: 'fetch',
    files: {},
    hub: 'model',
    args: ['fetch', '--model', MODEL, '--quiet'],
  },
  {
    name: 'explain',
    verb: 'explain',
    files: task(),
    args: ['explain', ...DATA, '--query', 'q-gout', '--system', 'bm25'],
  },
  { name: 'search', verb: 'search', files: task(), args: ['search', ...DATA, '--system', 'bm25', 'gout'] },
  {
    name: 'reproduce',
    verb: 'reproduce',
    files: biology(),
    args: REPRODUCE,
    // The published score is of another task.
    code: 1,
  },
  {
    name: 'reproduce --sign',
    verb: 'reproduce',
    files: { ...biology(), 'key.pem': SIGNING_KEY },
    args: [...REPRODUCE, '--sign', 'key.pem'],
    code: 1,
  },
  { name: 'doctor', verb: 'doctor', files: {}, args: ['doctor'] },
];

/** Steps that a job above does with others. */
export const partsOfOthers: Readonly<Record<string, string>> = Object.fromEntries(
  ['filter', 'reformulate', 'reason', 'chunk', 'pool', 'judge', 'cases', 'review', 'assemble'].map((step) => [
    `build ${step}`,
    'build all',
  ]),
);

/** Calls that only read: it is counted that they write nothing. */
export const readers: readonly Pick<Job, 'name' | 'files' | 'args' | 'before' | 'code'>[] = [
  { name: 'tasks', files: {}, args: ['tasks'] },
  { name: 'models', files: {}, args: ['models'] },
  { name: 'models show', files: {}, args: ['models', 'show', 'gpt4'] },
  { name: 'analyze', files: {}, args: ['analyze', 'gout'] },
  { name: 'leaderboard', files: task(), before: [BM25], args: ['leaderboard', ...DATA] },
  {
    name: 'leaderboard --hakari',
    files: { 'hakari/a/hakari-bench__NanoR2MED/NanoR2MEDBiology.json': HAKARI },
    args: ['leaderboard', '--suite', 'nano', '--hakari', 'hakari'],
  },
  { name: 'submit', files: task(), before: [BM25], args: ['submit', '--check', ...DATA], code: 1 },
  { name: 'recipes', files: {}, args: ['recipes'] },
  { name: 'completion', files: {}, args: ['completion', 'bash'] },
  {
    name: 'nano agreement',
    files: { ...task(), ...task('small') },
    // Two systems can only agree or not.
    before: [
      ['run', ...DATA, '--retriever', 'bm25,bm25-lucene,lsa', '--out', 'results'],
      ['run', '--data', 'small', '--retriever', 'bm25,bm25-lucene,lsa', '--out', 'nano'],
    ],
    args: ['nano', 'agreement', 'results', 'nano', '--pair', 'data=small'],
  },
  {
    name: 'review status',
    files: { 'review/items.jsonl': ITEMS },
    before: [PLAN],
    args: ['review', 'status', 'review'],
  },
  {
    name: 'review agreement',
    files: { 'review/items.jsonl': ITEMS },
    before: [PLAN],
    args: ['review', 'agreement', 'review'],
  },
  { name: 'build status', files: EXAM, before: [COLLECT], args: ['build', 'status', '--work', 'work'] },
  { name: 'build diff', files: example(), before: [BUILD_ALL], args: ['build', 'diff', RELEASE, RELEASE] },
  {
    name: 'prompts list',
    files: CLONE,
    before: [IMPORT_PROMPTS],
    args: ['prompts', 'list', '--prompts', 'prompts'],
  },
];

/** What is not a job here, and where it is shown or why it need not be. */
export const elsewhere: Readonly<Record<string, string>> = {
  web: 'runs until it is ended, and shows records; those it caches are checked by hash and made again',
  'models verify': 'writes with --save alone, by maintainers, one file by `writeAtomic`',
  'review serve': 'test/faults/review.test.ts',
  'engine status': 'asks the search engine; test/engine/command.test.ts',
  'engine load': 'writes to the search engine; test/engine/failures.test.ts and vector-failures.test.ts',
  'engine drop': 'writes to the search engine; test/engine/command.test.ts',
};
