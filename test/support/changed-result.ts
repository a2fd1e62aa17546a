import type { Result } from '../../src/experiment/record/index.js';
import { readResult, readResultRun, writeResult } from '../../src/experiment/results/index.js';

/** Writes a result of a folder again with other content and a seal that fits, as an earlier call with other data would have. */
export const changeResult = async (folder: string, change: (result: Result) => Result): Promise<void> => {
  const stored = (await readResult(folder))!;
  const { record, queries } = change({ record: stored.record, queries: stored.queries });
  await writeResult(folder, { record, queries }, await readResultRun(stored));
};
