// node analyzer_work.js FOLDER: the analyzer of bm25 alone, on one thread, over the texts of a task, which are read before the clock starts.
import { analyzer } from '../../dist/search/retrieval.js';
import { openFolder } from '../../dist/tasks/index.js';
import { report } from '../process.js';

const task = await openFolder(process.argv[2]);
const texts = [];
for await (const documents of task.corpus.rows()) for (const { text } of documents) texts.push(text);
const { analyze } = analyzer('lucene-english');
const began = performance.now();
let kept = 0;
for (const text of texts) kept += analyze(text).length;
report({ work: (performance.now() - began) / 1000, kept });
