import { canonicalJson, type Json, type JsonObject } from './json.js';

/** A setting that two specs do not share: its path, such as `writer.retriever.k1`, and what each says. */
export interface Difference {
  readonly name: string;
  readonly earlier: string;
  readonly now: string;
}

/** What differs between two specs, part by part, so that a message names only that, by name. Members of a list count from 1. */
export const differences = (earlier: Json, now: Json): readonly Difference[] => {
  const [a, b] = [flattened(earlier), flattened(now)];
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((name) => a.get(name) !== b.get(name))
    .sort()
    .map((name) => ({ name, earlier: a.get(name) ?? 'none', now: b.get(name) ?? 'none' }));
};

const flattened = (value: Json, path = ''): ReadonlyMap<string, string> => {
  const parts = partsOf(value);
  if (!parts) return new Map([[path, canonicalJson(value)]]);
  return new Map(
    parts.flatMap(([name, item]) => [...flattened(item, path ? `${path}.${name}` : name)] as const),
  );
};

/** Lists of plain values are values themselves, and so is what is empty. */
const partsOf = (value: Json): readonly (readonly [string, Json])[] | undefined => {
  if (value === null || typeof value !== 'object') return undefined;
  if (!Array.isArray(value)) {
    const parts = Object.entries(value as JsonObject).filter(([, item]) => item !== undefined);
    return parts.length > 0 ? parts : undefined;
  }
  return value.some((item) => partsOf(item))
    ? value.map((item, i) => [String(i + 1), item] as const)
    : undefined;
};
