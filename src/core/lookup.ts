import { InputError } from './errors.js';

/**
 * What an object holds itself under a name that a user, a file or a server wrote. Plain indexing would also find what
 * every object inherits: `constructor`, `toString`, `__proto__`.
 */
export const own = <T>(of: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;

/** Finds an entry of a registry by name; an unknown name is an error that lists the names and the nearest one. */
export const lookup = <T>(kind: string, registry: Readonly<Record<string, T>>, name: string): T => {
  if (Object.hasOwn(registry, name)) return registry[name] as T;
  const names = Object.keys(registry);
  const near = nearest(name, names);
  throw new InputError({
    found: `unknown ${kind} "${name}"`,
    expected: `one of ${names.join(', ')}`,
    ...(near && { fix: `did you mean "${near}"?` }),
  });
};

/** What a name such as `npy:FOLDER` leads to: the entry of its prefix, and the rest of the name without its quotes. */
interface Prefixed<Entry> {
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

/** The name that fewest edits away from `wanted`, if at most half of it would have to change. */
export const nearest = (wanted: string, names: readonly string[]): string | undefined => {
  const distances = names.map((name) => ({
    name,
    distance: edits(wanted.toLowerCase(), name.toLowerCase()),
  }));
  const best = distances.sort((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= Math.ceil(Math.max(wanted.length, best.name.length) / 2)
    ? best.name
    : undefined;
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
