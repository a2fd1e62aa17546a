import type { SystemToExplain } from '../analysis/explanation/index.js';
import type { Retriever } from '../core/index.js';

/** A system that is built and opened once, and its record read once, however many texts are searched with it. */
export const heldOpen = ({
  name,
  build,
  rankings,
}: SystemToExplain): SystemToExplain & { close(): Promise<void> } => {
  const built = held(build);
  const opened = held((stage: Retriever, ...args: Parameters<Retriever['open']>) => stage.open(...args));
  return {
    name,
    build: async (record) => {
      const { close: _, ...stage } = await built.get(record);
      return { ...stage, open: (...args) => opened.get(stage, ...args) };
    },
    ...(rankings && { rankings: held(rankings).get }),
    close: async () => {
      const stage = await built.last()?.catch(() => undefined);
      await stage?.close?.();
    },
  };
};

/** What is made once. What could not be had is tried again: the files may have come meanwhile. */
const held = <Given extends readonly unknown[], T>(make: (...given: Given) => Promise<T>) => {
  let last: Promise<T> | undefined;
  return {
    last: () => last,
    get: (...given: Given): Promise<T> => {
      last ??= make(...given).catch((error: unknown) => {
        last = undefined;
        throw error;
      });
      return last;
    },
  };
};
