import { InvalidArgumentError, Option } from 'commander';

/** Collects a repeatable flag; plain names and stored lists may also be separated by commas, which addresses hold themselves. */
const collect = (value: string, earlier: readonly string[] | undefined): readonly string[] => [
  ...(earlier ?? []),
  ...(/[:("]/.test(value.replace(/(^|,)\s*stored:/g, '$1'))
    ? [value]
    : value.split(',').map((part) => part.trim())),
];

/** A repeatable flag whose values hold commas themselves. */
const append = (value: string, earlier: readonly string[] | undefined): readonly string[] => [
  ...(earlier ?? []),
  value,
];

export const wholeNumber = (value: string): number => {
  if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError('expected a whole number from 1.');
  return Number(value);
};

export const taskFlag = (): Option =>
  new Option('--task <name>', 'task of the suite, or All; repeatable').argParser(collect);

export const dataFlag = (): Option =>
  new Option('--data <folder>', 'a folder in a known format as a task; repeatable').argParser(append);

export const splitFlag = (): Option =>
  new Option(
    '--split <name>',
    'split of the --data folders, for example dev (default: test, else dev or train); same as FOLDER#dev',
  );

export const retrieverFlag = (): Option =>
  new Option('--retriever <name>', 'retriever; repeatable').argParser(collect);

export const systemFlag = (): Option =>
  new Option('--system <expression>', 'pipeline such as "hyde(gpt4) > bm25"; repeatable').argParser(append);

export const rerankerFlag = (): Option =>
  new Option('--reranker <name>', 'put what was found in another order; repeatable').argParser(collect);

/** Numbers from 1, repeatable or separated by commas. */
export const depthFlag = (): Option =>
  new Option('--depth <n>', 'how many hits are reranked (default: 10); repeatable').argParser(
    (value: string, earlier: readonly number[] | undefined) => [
      ...(earlier ?? []),
      ...value.split(',').map(wholeNumber),
    ],
  );

export const fuseFlag = (): Option =>
  new Option(
    '--fuse <systems>',
    'fuse rankings, as rrf:bm25,bge or weighted@0.3+0.7:bm25,bge; repeatable',
  ).argParser(append);

export const outFlag = (): Option =>
  new Option('--out <folder>', 'where records are kept').default('results');

export const resultsFlag = (): Option =>
  new Option('--results <folder>', 'folder of records that `r2med run` wrote').default('results');

export const measureFlag = (): Option =>
  new Option('--measure <name>', 'measure shown in the table').default('nDCG@10');

export const meansFlag = (): Option =>
  new Option(
    '--means',
    'other means instead of the tasks: of tasks without Biology, of all queries, of the tasks of each family',
  );

/** The same for every verb that makes means, ranks or tests of results. */
export const includeIncompleteFlag = (): Option =>
  new Option('--include-incomplete', 'count results that lack something because work failed');

export const missingFlag = (): Option =>
  new Option('--missing <rule>', 'what a judged query without a ranking counts')
    .choices(['zero', 'skip'])
    .default('zero');
