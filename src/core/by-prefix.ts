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
