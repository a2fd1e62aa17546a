import { InvalidArgumentError, Option } from 'commander';
import { PRECISIONS } from '../core/index.js';

/** Collects a repeatable flag; plain names and stored lists may also be separated by commas, which addresses hold themselves. */
export const collect = (value: string, earlier: readonly string[] | undefined): readonly string[] => [
  ...(earlier ?? []),
  ...(/[:("]/.test(value.replace(/(^|,)\s*stored:/g, '$1'))
    ? [value]
    : value.split(',').map((part) => part.trim())),
];

/** A repeatable flag whose values hold commas themselves. */
export const append = (value: string, earlier: readonly string[] | undefined): readonly string[] => [
  ...(earlier ?? []),
  value,
];

/** Addresses, repeatable or separated by commas, of which they hold none. */
export const addresses = (value: string, earlier: readonly string[] | undefined): readonly string[] => [
  ...(earlier ?? []),
  ...value.split(','),
];

export const wholeNumber = (value: string): number => {
  if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError('expected a whole number from 1.');
  return Number(value);
};

const MEMORY_UNITS: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

export const memorySize = (value: string): number => {
  const [, count, unit] = /^(\d+(?:\.\d+)?) ?([MGT]B)$/i.exec(value) ?? [];
  const size = Number(count) * (MEMORY_UNITS[unit?.toUpperCase() ?? ''] ?? Number.NaN);
  if (!(size > 0)) throw new InvalidArgumentError('expected a size such as 500MB or 4GB.');
  return size;
};

export const portNumber = (value: string): number => {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new InvalidArgumentError('expected a port from 0 to 65535.');
  return port;
};

export const precisionFlag = (): Option =>
  new Option('--precision <type>', 'precision of the ONNX file').choices(PRECISIONS);

/** The suite whose tasks are run; folders of `--data` need none. */
export const suiteFlag = (usual: 'r2med' | 'nano' = 'r2med'): Option =>
  new Option('--suite <name>', `r2med, nano or sample (default: ${usual}; none with --data)`);

/** The suite to which results are limited. */
export const onlySuiteFlag = (): Option => new Option('--suite <name>', 'only tasks of this suite');

export const taskFlag = (): Option =>
  new Option('--task <name>', 'task of the suite, or All; repeatable').argParser(collect);

export const dataFlag = (): Option =>
  new Option('--data <folder>', 'folder with a corpus, queries and judgements; repeatable').argParser(append);

export const splitFlag = (): Option =>
  new Option(
    '--split <name>',
    'split of the --data folders, for example dev (default: test, else dev or train); same as FOLDER#dev',
  );

export const queryFlag = (): Option => new Option('--query <id>', 'id of the query to show');

export const retrieverFlag = (): Option =>
  new Option('--retriever <name>', 'retriever or embedder, for example bm25; repeatable').argParser(collect);

export const systemFlag = (): Option =>
  new Option('--system <expression>', 'pipeline, for example "hyde(gpt4) > bm25"; repeatable').argParser(
    append,
  );

/** A system whose records are there. */
export const recordedSystemFlag = (): Option =>
  new Option('--system <name>', 'only this system, for example "hyde(gpt4) > bm25"; repeatable').argParser(
    append,
  );

/** What MTEB files results under, where records do not say it. */
export const modelIdFlags = (): readonly Option[] => [
  new Option(
    '--model-name <id>',
    'MTEB: name of the model, for example BAAI/bge-m3 (default: from the records)',
  ),
  new Option('--model-revision <commit>', 'MTEB: revision of the model (default: from the records)'),
];

export const rerankerFlag = (): Option =>
  new Option('--reranker <name>', 'reranker for the top hits; repeatable').argParser(collect);

/** Numbers from 1, repeatable or separated by commas. */
export const depthFlag = (): Option =>
  new Option('--depth <n>', 'number of hits to rerank (default: 10); repeatable').argParser(
    (value: string, earlier: readonly number[] | undefined) => [
      ...(earlier ?? []),
      ...value.split(',').map(wholeNumber),
    ],
  );

export const fuseFlag = (): Option =>
  new Option(
    '--fuse <systems>',
    'fuse rankings, for example rrf:bm25,bge or weighted@0.3+0.7:bm25,bge; repeatable',
  ).argParser(append);

export const outFlag = (): Option =>
  new Option('--out <folder>', 'folder to write records to').default('results');

export const resultsFlag = (): Option =>
  new Option('--results <folder>', 'folder of records that `r2med run` wrote').default('results');

/** As `--results`, for verbs that show several folders together. */
export const resultsFolders = (): Option =>
  new Option(
    '--results <folder>',
    'folder of records that `r2med run` wrote; repeatable (default: results)',
  ).argParser(append);

/** One measure; a verb that takes several has `--measures`. */
export const measureFlag = (): Option => new Option('--measure <name>', 'measure to show').default('nDCG@10');

export const meansFlag = (): Option =>
  new Option(
    '--means',
    'show other means instead of the tasks: without Biology, over all queries, per task family',
  );

export const publishedFlag = (): Option =>
  new Option('--published', 'add published results of the same suite, each with its source');

export const topKFlag = (): Option =>
  new Option('--top-k <n>', 'number of hits to keep per query').argParser(wholeNumber).default(100);

/** The same for every verb that makes means, ranks or tests of results. */
export const includeIncompleteFlag = (): Option =>
  new Option('--include-incomplete', 'count results in which some work failed');

export const missingFlag = (): Option =>
  new Option('--missing <rule>', 'score of a judged query that has no ranking')
    .choices(['zero', 'skip'])
    .default('zero');

export const overwriteFlag = (): Option =>
  new Option('--overwrite', 'replace output that was made with other settings, or is damaged');

export const offlineFlag = (): Option =>
  new Option('--offline', 'use local files only (default: download missing tasks and models)');

export const retryFailedFlag = (): Option =>
  new Option('--retry-failed', 'repeat the LLM calls that failed before');

export const estimateFlag = (): Option =>
  new Option('--dry-run', 'estimate calls, tokens, cost and time; make no call');

export const promptsFlag = (): Option =>
  new Option(
    '--prompts <folder>',
    'folder of custom prompt templates (layout of data/prompts); they override the defaults',
  );

export const threadsFlag = (): Option =>
  new Option('--threads <n>', 'worker threads (default: all cores)').argParser(wholeNumber);

export const memoryFlag = (): Option =>
  new Option(
    '--memory <size>',
    'memory that may be used, for example 4GB (default: what the machine or container has)',
  ).argParser(memorySize);

export const concurrencyFlag = (): Option =>
  new Option('--concurrency <n>', 'number of requests in flight').argParser(wholeNumber);

export const engineFlag = (): Option =>
  new Option(
    '--engine <name:url>',
    'search engine that holds the corpus: opensearch:URL[,URL…]; opensearch alone takes OPENSEARCH_URL',
  );

export const cacheFlag = (): Option => new Option('--no-cache', 'neither read nor write the cache');

export const markdownFlag = (): Option => new Option('--markdown', 'print Markdown');

export const jsonFlag = (): Option => new Option('--json', 'print JSON');

export const quietFlag = (): Option => new Option('--quiet', 'print no notes and no progress');
