import { parentPort, workerData } from 'node:worker_threads';

/** The thread's side of `worker-pool.ts`: loads a module once, then answers one input at a time. */
type WorkerModule = { default: (setting: unknown) => (input: unknown) => unknown };

const { module, setting } = workerData as { module: string; setting: unknown };
const { default: open } = (await import(module)) as WorkerModule;
const work = open(setting);

/** The buffers of typed arrays at the top level of an output move to the main thread instead of being copied. */
const buffersOf = (output: unknown): ArrayBuffer[] => {
  if (output === null || typeof output !== 'object') return [];
  const buffers = Object.values(output)
    .filter((value): value is NodeJS.TypedArray => ArrayBuffer.isView(value))
    .map((view) => view.buffer)
    .filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer);
  return [...new Set(buffers)];
};

parentPort!.on('message', ({ id, input }: { id: number; input: unknown }) => {
  try {
    const output = work(input);
    parentPort!.postMessage({ id, output }, buffersOf(output));
  } catch (error) {
    parentPort!.postMessage({ id, error });
  }
});
