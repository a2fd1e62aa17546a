import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Throws where a run file is in the folder of a result and is not the ranking that was sealed there. */
export const mustBeSealedRun = async (file: string): Promise<void> => {
  const folder = dirname(file);
  // Most run files are nobody's result: reading them needs no schema of records.
  if (!existsSync(join(folder, 'record.json'))) return;
  const { inspectResult, RUN } = await import('./inspect.js');
  if (join(folder, RUN) !== join(file)) return;
  const found = await inspectResult(folder);
  const damage = found?.problems.find(({ details }) => details.at?.file === join(folder, RUN));
  if (damage) throw damage;
};
