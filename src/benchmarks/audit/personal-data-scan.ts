import type { EntityFinder, Tools, WorkerPool } from '../../core/index.js';
import { personalDataFinder } from '../personal-data/index.js';
import openScan, { type FoundData } from './personal-data-worker.js';

type Found = ReadonlyMap<number, readonly FoundData[]>;

const WORKER_FILE = new URL('./personal-data-worker.js', import.meta.url);
/** Text after which workers are worth their start. */
const UNITS_WORTH_WORKERS = 4 << 20;
/** One batch in work and one waiting. */
const BATCHES_PER_WORKER = 2;

/** Looks for personal data on this thread and, when there turns out to be much text, on all of them. The thread that reads has other work, so batches go to workers; it takes those that find none free. */
export const openPersonalDataScan = (tools: Tools, ner?: EntityFinder) => {
  if (ner) return scanWith(ner, tools);
  const scan = openScan();
  const inWork = new Map<number, number>();
  let pool: WorkerPool<readonly string[], Found> | undefined;
  let units = 0;
  return {
    give: async (texts: readonly string[]): Promise<Found> => {
      units += texts.reduce((sum, text) => sum + text.length, 0);
      if (!pool && tools.workers.size > 1 && units >= UNITS_WORTH_WORKERS) {
        pool = await tools.workers.open<readonly string[], Found>(WORKER_FILE, {});
        // The first thread of a pool is this one.
        for (let worker = 1; worker < pool.size; worker++) inWork.set(worker, 0);
      }
      const free = [...inWork].find(([, batches]) => batches < BATCHES_PER_WORKER)?.[0];
      if (!pool || free === undefined) return scan(texts);
      inWork.set(free, inWork.get(free)! + 1);
      try {
        return await pool.run(free, texts);
      } finally {
        inWork.set(free, inWork.get(free)! - 1);
      }
    },
    close: async () => pool?.close(),
  };
};

/** With a model, one batch after the other: it has threads or servers of its own. */
const scanWith = (ner: EntityFinder, tools: Tools) => {
  const findAll = personalDataFinder(ner, tools);
  let last: Promise<unknown> = Promise.resolve();
  return {
    give: (texts: readonly string[]): Promise<Found> => {
      const found = last.then(async () => new Map((await findAll(texts)).entries()));
      last = found;
      return found;
    },
    close: async () => {},
  };
};
