// node javascript_work.js NAME INSTALLED FOLDER: one JavaScript peer on the passages of a task.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { report } from '../process.js';
import { perQuery } from '../query-times.js';
import { javascriptPeers } from './index.js';

const [name, installed, folder] = process.argv.slice(2);
const rows = (file) =>
  readFileSync(join(folder, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const require = createRequire(join(installed, 'package.json'));
const load = (packageName) => import(pathToFileURL(require.resolve(packageName)).href);

const began = performance.now();
const search = await javascriptPeers.find((peer) => peer.name === name).open(load, rows('corpus.jsonl'));
const index = (performance.now() - began) / 1000;
report({ index, query: await perQuery(rows('query.jsonl'), ({ text }) => search(text)) });
