/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** An object of JSON. */
export type JsonObject = { readonly [key: string]: Json };

/** Whether a value is an object with fields: not null, and not a list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON with object keys in code-unit order and no spaces: equal values give equal text, so it can be hashed. */
export const canonicalJson = (value: Json): string => {
  const found = { otherKeys: false };
  const copy = inOrder(value, found);
  return found.otherKeys ? keyByKey(value) : JSON.stringify(copy);
};

/**
 * A copy with its keys in order: JSON is then made of it at once, which is twice as fast. `found`: keys for which that is no order, whole numbers, which
 * objects put first, and `__proto__`, which is no key of them.
 */
const inOrder = (value: Json, found: { otherKeys: boolean }): Json => {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`canonical JSON has no ${value}`);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const numbers = value.every((item) => typeof item === 'number' && Number.isFinite(item));
    return numbers ? value : value.map((item) => inOrder(item, found));
  }
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) {
    const first = key.charCodeAt(0);
    if ((first >= ZERO && first <= NINE) || key === '__proto__') found.otherKeys = true;
    copy[key] = inOrder((value as JsonObject)[key]!, found);
  }
  return copy;
};

const ZERO = 48;
const NINE = 57;

const keyByKey = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(keyByKey).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${keyByKey(item)}`).join(',')}}`;
};

/** An option that was not given is absent, rather than undefined. */
type Defined<T> = { readonly [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  readonly [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** The fields of an object that have a value. */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
