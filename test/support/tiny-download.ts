import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchTask } from '../../src/tasks/index.js';
import { CORPUS, type TinyHub } from './tiny-hub.js';

export const SIZE = Buffer.byteLength(CORPUS.content);

/** The ranges asked of the corpus, one per request. */
export const ranges = ({ server }: TinyHub): readonly (string | undefined)[] =>
  server.requests
    .filter(({ place, file }) => place === 'content' && file === 'corpus.jsonl')
    .map(({ range }) => range);

export const corpus = ({ folder }: TinyHub): string => readFileSync(join(folder, 'corpus.jsonl'), 'utf8');

export const fetchAll = ({ row: entry, tools, options }: TinyHub) => fetchTask(entry, tools, options);
