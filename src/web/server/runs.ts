import type { Run } from '../../core/index.js';
import { readResultRun } from '../../experiment/results/index.js';
import type { OwnResult } from './records.js';

/** The rankings of a result, read when first asked for. */
export type Runs = (result: OwnResult) => Promise<Run>;

/** Runs that are held for the next look: those of a few systems on one task. */
const HELD = 24;

export const runReader = (): Runs => {
  const held = new Map<string, Promise<Run>>();
  return (result) => {
    const key = JSON.stringify([result.folder, result.seal]);
    const run = held.get(key) ?? readResultRun(result);
    held.delete(key);
    held.set(key, run);
    // A run that is not the sealed one is an error to tell, and read again at the next look: it may just be replaced.
    run.catch(() => held.delete(key));
    for (const oldest of [...held.keys()].slice(0, -HELD)) held.delete(oldest);
    return run;
  };
};
