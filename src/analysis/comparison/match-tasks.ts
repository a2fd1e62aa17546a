import { InputError } from '../../core/index.js';
import type { TaskIdentity } from '../../experiment/rescoring/index.js';

/** A task of the small set, and what it was made of where that is known. */
export interface NanoTask extends TaskIdentity {
  readonly source?: { readonly task: string; readonly contentHash: string };
}

/** A task of the full set with the one of the small set. */
export interface TaskPair {
  readonly full: string;
  readonly nano: string;
}

/** Which tasks of a small set belong to which of the full one. */
export interface MatchedTasks {
  readonly pairs: readonly TaskPair[];
  /** Tasks of the small set that belong to none of the full one. */
  readonly unmatched: readonly string[];
  /** What a reader should know of a pair, each a sentence. */
  readonly notes: readonly string[];
}

/**
 * Finds the full task that each small one was made of: by what was given, by the record of its making, by its name, or by a
 * split's name, which ends in that of its task (`NanoR2MEDMedicalSciences`). A task is never its own small set.
 */
export const matchTasks = (
  full: readonly TaskIdentity[],
  nano: readonly NanoTask[],
  given: readonly TaskPair[] = [],
): MatchedTasks => {
  for (const { full: name, nano: small } of given) {
    mustBeOne(name, full, 'full');
    mustBeOne(small, nano, 'small');
  }
  const named = new Set(given.flatMap((pair) => [pair.full, pair.nano]));
  const found = nano
    .filter(({ name }) => !given.some((pair) => pair.nano === name))
    .map((task) => ({ task, source: sourceOf(task, full) }))
    .filter(({ source }) => !source || !named.has(source.name));
  const pairs = [
    ...given,
    ...found.flatMap(({ task, source }) => (source ? [{ full: source.name, nano: task.name }] : [])),
  ];
  mustBeDistinct(pairs);
  return {
    pairs,
    unmatched: found.filter(({ source }) => !source).map(({ task }) => task.name),
    notes: found.flatMap(({ task, source }) =>
      source && task.source && task.source.contentHash !== source.contentHash
        ? [`${task.name} was made of another content of ${source.name} than the full results are on`]
        : [],
    ),
  };
};

const sourceOf = (task: NanoTask, all: readonly TaskIdentity[]): TaskIdentity | undefined => {
  const full = all.filter(({ contentHash }) => contentHash !== task.contentHash || contentHash === '');
  const called = (name: string | undefined) => full.find((each) => each.name === name);
  const made = full.find(({ contentHash }) => contentHash !== '' && contentHash === task.source?.contentHash);
  return made ?? called(task.source?.task) ?? called(task.name) ?? ofSplit(task.name, full);
};

/** Case and punctuation aside; of several names the longest, since `Marine-Biology` ends in `Biology`. */
const ofSplit = (split: string, full: readonly TaskIdentity[]): TaskIdentity | undefined => {
  const small = bare(split);
  if (!small.startsWith('nano')) return undefined;
  const fitting = full.filter(({ name }) => bare(name) !== '' && small.endsWith(bare(name)));
  return fitting.sort((a, b) => bare(b.name).length - bare(a.name).length)[0];
};

const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const mustBeOne = (name: string, tasks: readonly TaskIdentity[], set: string): void => {
  if (tasks.some((task) => task.name === name)) return;
  throw new InputError({
    found: `no results on ${name} in the ${set} set`,
    expected: `one of ${tasks.map((task) => task.name).join(', ')}`,
    fix: 'run systems on it first, or name another task',
  });
};

const mustBeDistinct = (pairs: readonly TaskPair[]): void => {
  for (const { full } of pairs) {
    const small = pairs.filter((pair) => pair.full === full).map(({ nano }) => nano);
    if (small.length > 1)
      throw new InputError({
        found: `${small.length} small sets of ${full}: ${small.join(', ')}`,
        expected: 'one',
        fix: `choose one, for example --pair ${full}=${small[0]}`,
      });
  }
};
