import { InputError, lookup, type Tools } from '../../core/index.js';
import {
  cachedList,
  type Hub,
  HubFailure,
  type RemoteFile,
  type Snapshot,
} from '../../platform/hub/index.js';
import { generationFiles, generationsOfFile } from '../generations.js';
import { type PartFile, partFile } from '../open-task.js';
import { generationsIn } from '../stored-generations.js';

/** A file that was requested: the names it may have in the repository, and what is there of it. */
export type WantedFile = PartFile;

/** Instead of a name, every one there is. */
export const isAll = (name: string): boolean => name.toLowerCase() === 'all';

/** The generations that `METHOD/LLM` names ask for, as files. */
export const namedGenerations = (folder: string, names: readonly string[]): Promise<readonly WantedFile[]> =>
  Promise.all(
    [...new Set(names)].filter((name) => !isAll(name)).map((name) => partFile(folder, spellings(name))),
  );

const spellings = (name: string): WantedFile['names'] => {
  const [method = '', llm = '', ...rest] = name.split('/');
  if (!method || !llm || rest.length > 0)
    throw new InputError({
      found: `generations "${name}"`,
      expected: 'METHOD/LLM, for example hyde/gpt4, or all',
      fix: 'write --generations hyde/gpt4',
    });
  return generationFiles(method, llm);
};

/**
 * What `all` asks for: every generation that the snapshot has; without a list and without the network, those that are
 * there are all that is known.
 */
export const allGenerations = async (
  snapshot: Snapshot,
  folder: string,
  hub: Hub | undefined,
  tools: Tools,
): Promise<readonly WantedFile[]> => {
  const files = await cachedList('generations', snapshot, isGenerations, hub, tools);
  if (!files) return presentGenerations(folder);
  return Promise.all(files.map(({ path }) => partFile(folder, [path])));
};

/** The generations that are on this machine. */
export const presentGenerations = async (folder: string): Promise<readonly WantedFile[]> =>
  Promise.all((await generationsIn(folder)).map((name) => partFile(folder, spellings(name))));

const isGenerations = (path: string): boolean => generationsOfFile(path) !== undefined;

/** Finds wanted files in their repository. One that it does not have is a failure that says what it has instead. */
export const findOnHub = async (
  snapshot: Snapshot,
  wanted: readonly WantedFile[],
  hub: Hub,
): Promise<readonly RemoteFile[]> => {
  const paths = [...new Set(wanted.flatMap(({ names }) => names))];
  const remote = new Map((await hub.describe(snapshot, paths)).map((file) => [file.path, file]));
  const found = wanted.map(({ names }) => names.map((name) => remote.get(name)).find((file) => file));
  const absent = wanted.find((_, i) => !found[i]);
  if (absent) throw await notThere(snapshot, absent.names, hub);
  return found.map((file) => file!);
};

const notThere = async (snapshot: Snapshot, names: WantedFile['names'], hub: Hub): Promise<unknown> => {
  const asked = generationsOfFile(names[0]);
  if (!asked) return new HubFailure('absent', `it has no ${names.join(' and no ')}`);
  const files = await hub.list(snapshot, isGenerations);
  const known = Object.fromEntries(files.map(({ path }) => [generationsOfFile(path)!, path]));
  return lookup(`generations of ${snapshot.repository}`, known, asked, {
    otherwise: 'Others are written by an LLM: r2med run --generations new, or r2med generate',
  });
};
