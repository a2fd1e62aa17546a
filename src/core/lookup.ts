import { InputError } from './errors.js';

/**
 * What an object holds itself under a name that a user, a file or a server wrote. Plain indexing would also find what
 * every object inherits: `constructor`, `toString`, `__proto__`.
 */
export const own = <T>(of: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;

/** A name that no entry of a registry has. */
export class UnknownName extends InputError {}

/** What an error may say of an unknown name besides the names. */
interface LookupHints {
  /** Other names that people know an entry by. */
  also?(name: string): readonly string[];
  /** What can be named besides the entries. */
  readonly otherwise?: string;
}

/** An error is read at a glance: the nearest name says more than a page of them. */
const MOST_NAMES = 24;

/** Finds an entry of a registry by name; an unknown name is an error that lists names and the nearest one. */
export const lookup = <T>(
  kind: string,
  registry: Readonly<Record<string, T>>,
  name: string,
  { also, otherwise }: LookupHints = {},
): T => {
  if (Object.hasOwn(registry, name)) return registry[name] as T;
  const names = Object.keys(registry);
  const near = nearest(name, names, also);
  const more = names.length - MOST_NAMES;
  const hints = [...(near ? [`did you mean "${near}"?`] : []), ...(otherwise ? [otherwise] : [])];
  throw new UnknownName({
    found: `unknown ${kind} "${name}"`,
    expected: `one of ${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    fix: hints.join(' ') || 'write one of these names',
  });
};

/** What a name such as `npy:FOLDER` leads to: the entry of its prefix, and the rest of the name without its quotes. */
export interface Prefixed<Entry> {
  readonly entry: Entry;
  readonly rest: string;
}

/** Finds the entry for a name's prefix; undefined for a name that has none of the table. */
export const byPrefix = <Entry>(
  table: Readonly<Record<string, Entry>>,
  name: string,
): Prefixed<Entry> | undefined => {
  const [, prefix, rest] = /^([^:]+):(.*)$/s.exec(name) ?? [];
  if (prefix === undefined || !Object.hasOwn(table, prefix)) return undefined;
  return { entry: table[prefix]!, rest: rest!.replace(/^"(.*)"$/s, '$1') };
};

/**
 * The name that `wanted` is a part of, else the one that fewest edits make of it, if at most half of it would have to change. `also`: other
 * names of an entry.
 */
export const nearest = (
  wanted: string,
  names: readonly string[],
  also: (name: string) => readonly string[] = () => [],
): string | undefined => {
  const terms = names.map((name) => ({ name, terms: [name, ...also(name)] }));
  // Counting edits takes the product of both lengths; a name this long is near to none of them, whatever it says.
  const longest = Math.max(0, ...terms.flatMap((entry) => entry.terms.map((term) => term.length)));
  if (wanted.length > 2 * longest + 1) return undefined;
  const distances = terms.map((entry) => ({
    name: entry.name,
    ...entry.terms
      .map((term) => ({ distance: distanceTo(term.toLowerCase(), wanted.toLowerCase()), of: term.length }))
      .sort((a, b) => a.distance - b.distance)[0]!,
  }));
  const best = distances.sort((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= Math.ceil(Math.max(wanted.length, best.of) / 2) ? best.name : undefined;
};

/** Shorter parts of a name are in too many others. */
const LEAST_PART = 3;

/** Letters and digits alone: `gpt-4` is `gpt4`. A name that has all parts of the wanted one is less than one edit away. */
const distanceTo = (term: string, wanted: string): number => {
  const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
  const [whole, part] = [bare(term), bare(wanted)];
  const parts = wanted.split(/[^\p{L}\p{N}]/u);
  if (part.length >= LEAST_PART && parts.every((each) => whole.includes(each)))
    return (whole.length - part.length) / (whole.length + 1);
  return edits(wanted, term);
};

const edits = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1));
    }
    previous = row;
  }
  return previous[b.length]!;
};

/** The first of each list, then the second of each, and so on. */
export const byTurns = <T>(lists: readonly (readonly T[])[]): readonly T[] => {
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat();
};

/** Items by key, keys in the order of their first item. (`Map.groupBy` came with Node 21.) */
export const groupBy = <T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};
