import type { BuildStep, WorkFolder } from './step.js';

/** What stands for the hash of a file that is not there. */
export const ABSENT = 'absent';

/** Hashes of the files that a step wrote. */
export const outputHashes = async (
  step: BuildStep,
  work: WorkFolder,
): Promise<Readonly<Record<string, string>>> => {
  const hashes = await Promise.all(step.writes.map(async (name) => [name, await work.hash(name)] as const));
  return Object.fromEntries(hashes.filter((entry): entry is [string, string] => entry[1] !== undefined));
};
