import { fileURLToPath } from 'node:url';
import { run } from '../process.js';

const WORK = fileURLToPath(new URL('./r2med_work.js', import.meta.url));

/** This package in a process of its own, cold and without its cache. */
export const r2med = (threads) => ({
  name: threads === 1 ? 'r2med bm25, one thread' : 'r2med bm25, all cores',
  prepare: async () => {},
  run: ({ folder }) => run(process.execPath, WORK, folder, String(threads)),
});
