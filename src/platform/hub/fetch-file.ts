import { join } from 'node:path';
import type { Tools } from '../../core/index.js';
import type { Environment } from '../node/index.js';
import { repositoryFolder, snapshotFolder } from './cache.js';
import type { Connection } from './connection.js';
import { NOTHING, wrongContent } from './content.js';
import { download } from './download.js';
import { HubFailure } from './hub-failure.js';
import { placeInSnapshot } from './place-in-snapshot.js';
import type { RemoteFile } from './remote-file.js';
import { fileAddress, type Snapshot } from './snapshot.js';

/** Fetches a file of a snapshot into the cache under its name there; a blob that is already right is not downloaded. */
export const fetchFile = async (
  file: RemoteFile,
  snapshot: Snapshot,
  hub: Connection,
  tools: Tools,
  env: Environment,
): Promise<void> => {
  const blob = join(repositoryFolder(snapshot, env), 'blobs', file.hash);
  const wrong = await wrongContent(blob, file);
  if (wrong !== undefined) {
    // Replaced by a rename, not removed: another process may just have put the right one there.
    if (wrong !== NOTHING) tools.note(`${blob} is damaged (${wrong}); replacing it`);
    try {
      await download(file, fileAddress(hub.endpoint, snapshot, file.path), blob, hub, tools);
    } catch (error) {
      if (!(error instanceof HubFailure)) throw error;
      throw new HubFailure(error.kind, `${file.path}: ${error.message}`, error.details);
    }
  }
  await placeInSnapshot(blob, join(snapshotFolder(snapshot, env), ...file.path.split('/')));
};
