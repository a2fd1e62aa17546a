import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Tools } from '../../core/index.js';
import { type Snapshot, snapshotFolder } from './cache.js';
import { cached } from './cached-list.js';
import { externalData } from './external-data.js';
import { type FetchedFile, fetchedFile } from './fetched-file.js';
import type { Hub, HubOptions } from './hub.js';
import { chooseModelFiles, folderOf, type ModelChoice, mustHave } from './model-files.js';
import { type RemoteFile, sizeOf, soundness } from './remote-file.js';

/** Downloads the missing files of a listed model; offline, reports them. */
export const completeModel = async (
  snapshot: Snapshot,
  list: readonly RemoteFile[],
  choice: ModelChoice,
  hub: Hub | undefined,
  tools: Tools,
  { env = process.env, rehash = false }: Pick<HubOptions, 'env' | 'rehash'>,
): Promise<readonly FetchedFile[]> => {
  const paths = list.map(({ path }) => path);
  const chosen = chooseModelFiles(paths, choice);
  mustHave(snapshot.repository, chosen, paths, choice);
  const folder = snapshotFolder(snapshot, env);
  const one = async (path: string): Promise<FetchedFile> => {
    const file = list.find((each) => each.path === path)!;
    const here = (await sizeOf(join(folder, path))) === file.size;
    const damaged = here && rehash && (await soundness(join(folder, path), file)) === 'damaged';
    if (here && !damaged) return fetchedFile(path, 'already there', file.size, snapshot, env);
    if (!hub) return fetchedFile(path, damaged ? 'damaged' : 'missing', 0, snapshot, env);
    await hub.obtain(file, snapshot);
    return fetchedFile(path, 'fetched', file.size, snapshot, env);
  };
  const files: FetchedFile[] = [];
  const { graph } = chosen;
  const first = [...chosen.settings, ...(graph === undefined ? [] : [graph]), ...chosen.weights];
  for (const path of first) files.push(await one(path));
  if (graph === undefined) return files;
  const { hash } = list.find(({ path }) => path === graph)!;
  const outside = await cached({ list: 'outside weights', hash }, z.array(z.string()), tools, () =>
    existsSync(join(folder, graph)) ? externalData(join(folder, graph)) : undefined,
  );
  for (const name of outside ?? []) {
    const path = folderOf(graph) + name;
    if (paths.includes(path) && !first.includes(path)) files.push(await one(path));
  }
  return files;
};

/** What a folder holds of a model of which no list is known. */
export const surveyModel = async (
  snapshot: Snapshot,
  choice: ModelChoice,
  { env = process.env, rehash = false }: Pick<HubOptions, 'env' | 'rehash'>,
): Promise<readonly FetchedFile[]> => {
  const folder = snapshotFolder(snapshot, env);
  const entries = await readdir(folder, { recursive: true, encoding: 'utf8' }).catch(() => []);
  const paths = entries.map((path) => path.replaceAll('\\', '/'));
  const { settings, graph, weights } = chooseModelFiles(paths, choice);
  const outside = async (of: string): Promise<readonly string[]> =>
    paths.includes(of) ? (await externalData(join(folder, of))).map((name) => folderOf(of) + name) : [];
  const needed = new Set([
    ...settings,
    ...(graph === undefined ? [] : [graph, ...weights, ...(await outside(graph))]),
  ]);
  return Promise.all(
    [...needed].map(async (path) => {
      const bytes = await sizeOf(join(folder, path));
      if (bytes === undefined) return fetchedFile(path, 'missing', 0, snapshot, env);
      const damaged = rehash && (await soundness(join(folder, path))) === 'damaged';
      return fetchedFile(path, damaged ? 'damaged' : 'already there', bytes, snapshot, env);
    }),
  );
};
