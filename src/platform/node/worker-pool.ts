import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Json, WorkerPool, Workers } from '../../core/index.js';

type WorkerModule<In, Out> = { default: (setting: Json) => (input: In) => Out };

interface Waiting<Out> {
  resolve(output: Out): void;
  reject(error: unknown): void;
}

/** A pool of worker threads; of size 1, the module runs where it is called. */
export const workers = (size: number = availableParallelism()): Workers => ({
  size,
  open: (module, setting) => (size > 1 ? threads(size, module, setting) : inline(module, setting)),
});

const inline = async <In, Out>(module: URL, setting: Json): Promise<WorkerPool<In, Out>> => {
  const { default: open } = (await import(module.href)) as WorkerModule<In, Out>;
  const work = open(setting);
  return { size: 1, run: async (_worker, input) => work(input), close: async () => {} };
};

const threads = async <In, Out>(size: number, module: URL, setting: Json): Promise<WorkerPool<In, Out>> => {
  const started = new Map<number, Thread<In, Out>>();
  // A worker starts with its first input, so one that is never used costs nothing.
  const threadOf = (worker: number): Thread<In, Out> => {
    const running = started.get(worker) ?? thread<In, Out>(module, setting);
    started.set(worker, running);
    return running;
  };
  return {
    size,
    run: (worker, input) => threadOf(worker).run(input),
    close: async () => {
      await Promise.all(Array.from(started.values(), (worker) => worker.close()));
    },
  };
};

interface Thread<In, Out> {
  run(input: In): Promise<Out>;
  close(): Promise<void>;
}

const thread = <In, Out>(module: URL, setting: Json): Thread<In, Out> => {
  const worker = new Worker(new URL('./worker-thread.js', import.meta.url), {
    workerData: { module: module.href, setting },
  });
  const waiting = new Map<number, Waiting<Out>>();
  let next = 0;
  let broken: unknown;
  const fail = (error: unknown): void => {
    broken ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', ({ id, output, error }: { id: number; output: Out; error?: unknown }) => {
    const { resolve, reject } = waiting.get(id)!;
    waiting.delete(id);
    if (error === undefined) resolve(output);
    else reject(error);
  });
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`a worker thread ended with code ${code}`)));
  return {
    run: (input: In) =>
      new Promise<Out>((resolve, reject) => {
        if (broken !== undefined) return reject(broken);
        waiting.set(next, { resolve, reject });
        worker.postMessage({ id: next++, input });
      }),
    close: async () => {
      worker.removeAllListeners('exit');
      await worker.terminate();
    },
  };
};
