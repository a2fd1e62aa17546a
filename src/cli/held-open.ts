import type { SystemToExplain } from '../analysis/explanation/index.js';
import type { Retriever } from '../core/index.js';

/** A system that is built and opened once, however many texts are searched with it. */
export const heldOpen = ({ name, build }: SystemToExplain): SystemToExplain & { close(): Promise<void> } => {
  let built: Promise<Retriever> | undefined;
  let opened: ReturnType<Retriever['open']> | undefined;
  return {
    name,
    build: async (record) => {
      // What could not be had is tried again: the files may have come meanwhile.
      built ??= build(record).catch((error: unknown) => {
        built = undefined;
        throw error;
      });
      const { close: _, ...stage } = await built;
      return {
        ...stage,
        open: (corpus, tools) => {
          opened ??= stage.open(corpus, tools).catch((error: unknown) => {
            opened = undefined;
            throw error;
          });
          return opened;
        },
      };
    },
    close: async () => {
      const stage = await built?.catch(() => undefined);
      await stage?.close?.();
    },
  };
};
