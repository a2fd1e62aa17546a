// node r2med_work.js FOLDER THREADS [repeat | cache=HOME]: reads a task, indexes it, answers its queries, says how long it took.
import { nodeTools } from '../../dist/platform/node.js';
import { bm25 } from '../../dist/search/retrieval.js';
import { openFolder } from '../../dist/tasks/index.js';
import { report } from '../process.js';
import { perQuery } from '../query-times.js';

const [folder, threads, more = ''] = process.argv.slice(2);
const home = more.startsWith('cache=') && more.slice('cache='.length);
const began = performance.now();
const task = await openFolder(folder);
const tools = nodeTools({
  quiet: true,
  cache: home !== false,
  ...(home && { env: { ...process.env, R2MED_HOME: home } }),
  ...(Number(threads) > 0 && { threads: Number(threads) }),
});
const { run } = await bm25().open(task.corpus, tools);
const indexed = performance.now();
const ranked = await run(task.queries);
const work = (performance.now() - began) / 1000;
report({
  work,
  index: (indexed - began) / 1000,
  kept: ranked.reduce((sum, { hits }) => sum + hits.length, 0),
  ...(more === 'repeat' && { query: await perQuery(task.queries, (query) => run([query])) }),
});
