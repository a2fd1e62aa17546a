import { isJsonObject, type JsonObject } from '../../../core/index.js';

/** Fields of the second win; objects in both are merged. */
export const merged = (a: JsonObject, b: JsonObject): JsonObject => {
  const result = new Map(Object.entries(a));
  for (const [field, value] of Object.entries(b)) {
    const before = result.get(field);
    result.set(field, isJsonObject(before) && isJsonObject(value) ? merged(before, value) : value);
  }
  return Object.fromEntries(result);
};
