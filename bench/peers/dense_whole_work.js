// node dense_whole_work.js FOLDER VARIANT|full MEMORY: opens documents.npy and queries.npy with their ids, and searches once, top 100. What does not fit
// into MEMORY bytes stays on disk.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { corpusOf } from '../../dist/core/index.js';
import { nodeTools, openVectorFile, readRows } from '../../dist/platform/node.js';
import { givenDense, parseVariant } from '../../dist/search/retrieval.js';
import { report } from '../process.js';

const [folder, form, memory] = process.argv.slice(2);

const open = (side) => openVectorFile(join(folder, `${side}.npy`), join(folder, `${side}.json`));
const documents = await open('documents');
const queries = await readRows(await open('queries'));
const retriever = givenDense({
  name: 'bench',
  variant: form === 'full' ? {} : parseVariant(form),
  vectors: { from: folder, spec: 'bench', documents, queries, queryTexts: new Map() },
});
const corpus = corpusOf(
  'bench',
  documents.ids.map((id) => ({ id, text: '' })),
);
// With ids and documents, before vectors.
const base = process.memoryUsage().rss / 2 ** 20;
const tools = nodeTools({ quiet: true, memory: Number(memory), cache: false });
const { run } = await retriever.open(corpus, tools);
const found = await run(queries.ids.map((id) => ({ id, text: '' })));
const hash = createHash('sha256').update(JSON.stringify(found.map(({ hits }) => hits)));
report({
  beyondStart: process.resourceUsage().maxRSS / 1024 - base,
  // Rankings and scores as a number.
  result: Number.parseInt(hash.digest('hex').slice(0, 12), 16),
});
