import { setImmediate } from 'node:timers/promises';
import type { Workers } from '../../core/index.js';

const WORKER_FILE = new URL('./table-worker.js', import.meta.url);

/** Does pieces of work in their order: on other threads where there are some, so that the server answers meanwhile, or else here with a rest after each. */
export const inThreads = async <In, Out>(
  pieces: readonly In[],
  workers: Workers | undefined,
  here: (piece: In) => Out,
  done: (out: Out, piece: number) => void,
): Promise<void> => {
  if (!workers || workers.size < 2) {
    for (const [i, piece] of pieces.entries()) {
      done(here(piece), i);
      await setImmediate();
    }
    return;
  }
  const pool = await workers.open<In, Out>(WORKER_FILE, {});
  const queue = pieces.entries();
  try {
    await Promise.all(
      Array.from({ length: pool.size }, async (_, worker) => {
        for (const [i, piece] of queue) done(await pool.run(worker, piece), i);
      }),
    );
  } finally {
    await pool.close();
  }
};
