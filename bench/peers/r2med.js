import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../process.js';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const WORK = here('./r2med_work.js');

/** This package in a process of its own, cold and without its cache. */
export const r2med = (threads) => ({
  name: threads === 1 ? 'r2med bm25, one thread' : 'r2med bm25, all cores',
  prepare: async () => {},
  run: ({ folder }) => run(process.execPath, WORK, folder, String(threads)),
});

/** The same with its cache: the first run fills it, the second finds the index there. */
export const cachedR2med = (which) => {
  let home;
  return {
    name: `r2med bm25, ${which} run`,
    prepare: async (folder) => {
      home = join(folder, 'bm25-home');
    },
    run: ({ folder }) => {
      if (which === 'first') rmSync(home, { recursive: true, force: true });
      return run(process.execPath, WORK, folder, '0', `cache=${home}`);
    },
  };
};

/** Its analyzer alone. */
export const analyzerAlone = () => ({
  name: 'r2med: its analyzer alone, one thread',
  prepare: async () => {},
  run: ({ folder }) => run(process.execPath, here('./analyzer_work.js'), folder),
});
