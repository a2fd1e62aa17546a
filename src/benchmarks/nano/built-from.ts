import { folderAndSplit } from '../../tasks/index.js';
import { manifestIn } from './manifest.js';

/** The task that a split was cut from, as the set's manifest says. */
export interface NanoSource {
  readonly task: string;
  readonly contentHash: string;
}

/** What the split at `FOLDER` or `FOLDER#SPLIT` was made of; undefined where no manifest of ours says it. */
export const builtFrom = async (path: string): Promise<NanoSource | undefined> => {
  const { folder, split } = folderAndSplit(path);
  const sources = (await manifestIn(folder))?.sources ?? [];
  const source =
    split === undefined && sources.length === 1 ? sources[0] : sources.find((each) => each.split === split);
  return typeof source?.task === 'string' && typeof source.contentHash === 'string'
    ? { task: source.task, contentHash: source.contentHash }
    : undefined;
};
