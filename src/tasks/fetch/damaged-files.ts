import { join } from 'node:path';
import type { Tools } from '../../core/index.js';
import { fileCount, type Hub, type Snapshot, soundness } from '../../platform/hub/index.js';
import type { WantedFile } from './wanted-files.js';

/** Those of the files that are there whose content is not what the hub sent, found by hashing each. */
export const damagedFiles = async (
  snapshot: Snapshot,
  folder: string,
  wanted: readonly WantedFile[],
  hub: Hub | undefined,
  tools: Tools,
): Promise<readonly WantedFile[]> => {
  const here = wanted.filter(({ found }) => found);
  const names = here.map(({ found }) => found!.name);
  const listed = new Map(((await hub?.describe(snapshot, names)) ?? []).map((file) => [file.path, file]));
  const damaged: WantedFile[] = [];
  let unknown = 0;
  for (const each of here) {
    const { name } = each.found!;
    const state = await soundness(join(folder, name), listed.get(name));
    if (state === 'damaged') damaged.push(each);
    if (state === 'unknown') unknown += 1;
  }
  const checked = here.length - unknown;
  tools.note(
    `${fileCount(checked)} hashed, ${damaged.length} damaged${unknown ? `; of ${fileCount(unknown)} put there by hand no hash is known` : ''}`,
  );
  return damaged;
};
