// node r2med_engine_work.js FOLDER [URL]: loads a task into a cluster, or indexes it in this process, answers its queries with both presets that are
// exact there, and says how long each took.

import { searchTask } from '../../dist/experiment/running.js';
import { nodeTools } from '../../dist/platform/node.js';
import { engineBm25, openEngine } from '../../dist/search/engines.js';
import { retrievers } from '../../dist/search/retrieval.js';
import { openFolder } from '../../dist/tasks/index.js';
import { report } from '../process.js';

const [folder, url] = process.argv.slice(2);
const task = await openFolder(folder);
const tools = nodeTools({ quiet: true, cache: false });
const engine = url ? await openEngine(`opensearch:${url}`, {}, tools) : undefined;
const searched = (preset) =>
  searchTask(engine ? engineBm25(preset, {}, engine) : retrievers[preset](), task, tools);
const bm25 = (await searched('bm25')).timings;
// The same collection serves both on a cluster; in this process the second would add an index of its own.
const megabytes = process.resourceUsage().maxRSS / 1024;
const lucene = (await searched('bm25-lucene')).timings;
await engine?.close();
report({ load: bm25.open, bm25: bm25.search, lucene: lucene.search, peak: megabytes });
