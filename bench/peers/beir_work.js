// node beir_work.js FOLDER URL: loads a task into a cluster and answers its queries as BEIR does, and says how long each took.
import { openFolder } from '../../dist/tasks/index.js';
import { report } from '../process.js';
import { beirIndex } from './beir.js';

const [folder, url] = process.argv.slice(2);
const task = await openFolder(folder);
const index = beirIndex(url.split(',')[0], 'beir');
const began = performance.now();
// All of the corpus is in memory, as BEIR has it.
const documents = [];
for await (const batch of task.corpus.rows()) documents.push(...batch);
await index.load(documents);
const loaded = performance.now();
await index.search(task.queries, 100);
const searched = performance.now();
report({ load: (loaded - began) / 1000, multiMatch: (searched - loaded) / 1000 });
