import { commandLine, givenAgain, type Tools, WorkError } from '../../../core/index.js';
import { TryAgain } from './answers.js';
import type { Client } from './client.js';
import { stateOf } from './collection.js';
import { onAllShards } from './load.js';

/**
 * Brings a loaded collection into the state in which it may be searched: all copies of its shards there, and no deleted document in any
 * of them, since those still count in scores.
 */
export const settle = async (client: Client, name: string, tools: Tools): Promise<void> => {
  await client.ask(
    { path: `/_cluster/health/${name}?wait_for_status=green&wait_for_no_relocating_shards=true&timeout=30s` },
    ({ json }) => {
      // Yellow: a copy is missing, because there are too few nodes. Scores are whole without it.
      if (json.status === 'red' || json.status === undefined)
        throw new TryAgain(`a part of ${name} is missing (red)`);
      if (json.status === 'yellow') tools.note(`${name}: some copies of its shards are missing (yellow)`);
    },
    tools,
  );
  if ((await deletedIn(client, name, tools)) === 0) return;
  await onAllShards(client, `/${name}/_flush?force=true&wait_if_ongoing=true`, tools);
  await onAllShards(client, `/${name}/_forcemerge?max_num_segments=1`, tools);
  await mustHaveNoDeleted(client, name, tools);
};

export const mustHaveNoDeleted = async (client: Client, name: string, tools: Tools): Promise<void> => {
  const deleted = await deletedIn(client, name, tools);
  if (deleted > 0)
    throw new WorkError(
      `${name} has ${deleted} deleted documents, which still count in scores`,
      `${commandLine('engine', 'drop', name, ...givenAgain('--engine'))}, then run the same command again to load it afresh`,
    );
};

const deletedIn = async (client: Client, name: string, tools: Tools): Promise<number> => {
  const state = await stateOf(client, name, tools);
  if (!state) throw new WorkError(`${name} is gone`, 'run the same command again');
  return state.deleted;
};
