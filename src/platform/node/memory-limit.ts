import { totalmem } from 'node:os';

/** Bytes of memory that this process may use: what its container allows, at most what the machine has. */
export const memoryLimit = (): number => {
  // 0 where it is unknown, more than there is where nothing limits it.
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
};
