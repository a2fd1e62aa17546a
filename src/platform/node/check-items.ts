import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { scanSegment } from './item-segment.js';
import { r2medHome } from './node-tools.js';
import { segmentsIn } from './segment-files.js';

export interface CheckedItems {
  /** Items that are as they were written. */
  readonly items: number;
  /** Files with damaged items, and how many each has. */
  readonly damaged: readonly { readonly file: string; readonly items: number }[];
}

/** Reads every item that was cached and compares it with its checksum. Damaged ones are made again when they are needed. */
export const checkItems = async (env: NodeJS.ProcessEnv): Promise<CheckedItems> => {
  const folder = join(r2medHome(env), 'items');
  const damaged: { readonly file: string; readonly items: number }[] = [];
  let items = 0;
  for (const first of (await readdir(folder).catch(() => [])).sort())
    for (const store of (await readdir(join(folder, first)).catch(() => [])).sort())
      for (const { file } of await segmentsIn(join(folder, first, store))) {
        const scanned = await scanSegment(file, () => {
          items += 1;
        });
        if (scanned.damaged) damaged.push({ file, items: scanned.damaged });
      }
  return { items, damaged };
};
