import type { Run } from '../core/index.js';
import { DamagedResult, readResultRun } from '../results/index.js';
import type { OwnResult } from './records.js';

/** The rankings of a result, read when first asked for. */
export type Runs = (result: OwnResult) => Promise<Run>;

/** Runs that are held for the next look: those of a few systems on one task. */
const HELD = 24;

export const runReader = (): Runs => {
  const held = new Map<string, Promise<Run>>();
  return (result) => {
    const key = JSON.stringify([result.folder, result.seal]);
    const run = held.get(key) ?? readOr(result);
    held.delete(key);
    held.set(key, run);
    for (const oldest of [...held.keys()].slice(0, -HELD)) held.delete(oldest);
    return run;
  };
};

/** A run that is being replaced is not what its record says: the next revision has it. */
const readOr = (result: OwnResult): Promise<Run> =>
  readResultRun(result).catch((error: unknown) => {
    if (error instanceof DamagedResult) return new Map();
    throw error;
  });
