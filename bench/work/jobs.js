import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTask } from '../invented-task.js';
import { count, runNode } from './count.js';
import { clusterRequests, embeddingRequests } from './servers.js';

const BIN = 'bin/r2med.js';
const BYTES_READ = new URL('./bytes-read.js', import.meta.url).href;
const LARGE = { documents: 3000, characters: 330, repeats: 0.14, queries: 20, queryCharacters: 520 };
const SMALL = { documents: 400, characters: 330, repeats: 0.14, queries: 20, queryCharacters: 520 };

/** The tasks that jobs work on, by size. */
export const writeTasks = async (root) => {
  const large = await writeTask(join(root, 'large'), LARGE);
  const small = await writeTask(join(root, 'small'), SMALL);
  return { large: large.folder, small: small.folder };
};

const counted = ({ functions, work }, more = {}) => ({ functions, figures: { work, ...more } });

/** What is loaded before any work. */
const started = async (root, args) => {
  const it = await count(root, args);
  return counted(it, { modules: it.modules, 'bytes of modules': it.moduleBytes });
};

/** Rankings of a system, without the scores and intervals of a record: they are other jobs. */
const ranked = (root, task, out, ...more) => [
  ...[BIN, 'run', '--data', task, '--threads', '1', '--quiet', '--shard', '1/1'],
  ...['--out', join(root, 'results', out), ...more],
];

/**
 * What is counted, and how: each job works in `root`, which holds this package, and gives its figures and the work of its functions. A job runs on one
 * thread and always on the same input.
 */
export const jobs = {
  '--help': ({ root }) => started(root, [BIN, '--help']),
  'run --help': ({ root }) => started(root, [BIN, 'run', '--help']),
  "import 'r2med'": ({ root }) => started(root, ['dist/index.js']),
  'BM25, index and search': async ({ root, large }) =>
    counted(await count(root, ['bench/peers/r2med_work.js', large, '1'])),
  'BM25 from its cache': async ({ root, large }) => {
    const work = ['bench/peers/r2med_work.js', large, '1', `cache=${join(root, 'home')}`];
    await runNode(root, work);
    const file = join(root, 'bytes-read.txt');
    const it = await count(root, ['--import', BYTES_READ, ...work], { BYTES_READ: file });
    return counted(it, { 'bytes read': Number(readFileSync(file, 'utf8')) });
  },
  'exact dense search': async ({ root, large }) =>
    counted(
      await count(
        root,
        ranked(root, large, 'dense', '--no-cache', '--retriever', 'module:examples/own-model.mjs'),
      ),
    ),
  'measures of 876 queries': async ({ root }) => counted(await count(root, ['bench/work/jobs/measures.js'])),
  'two systems compared': async ({ root }) => counted(await count(root, ['bench/work/jobs/compare.js'])),
  'a randomisation test': async ({ root }) => counted(await count(root, ['bench/work/jobs/randomise.js'])),
  'requests to an embedding server': async ({ root, large }) => {
    let it;
    const requests = await embeddingRequests(async (address) => {
      const model = `served:${address}/v1#model`;
      it = await count(root, ranked(root, large, 'served', '--no-cache', '--retriever', model));
    });
    return counted(it, { requests });
  },
  'BM25 on a cluster': async ({ root, small }) => {
    let it;
    const requests = await clusterRequests(async (address) => {
      const engine = ['--engine', `opensearch:${address}`];
      it = await count(root, ranked(root, small, 'engine', '--retriever', 'bm25', ...engine));
    });
    return counted(it, { requests });
  },
};
