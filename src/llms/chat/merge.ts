import type { Json, JsonObject } from '../../core/index.js';

/** Fields of the second win; objects in both are merged. */
export const merged = (a: JsonObject, b: JsonObject): JsonObject => {
  const result = new Map(Object.entries(a));
  for (const [field, value] of Object.entries(b)) {
    const before = result.get(field);
    result.set(field, isObject(before) && isObject(value) ? merged(before, value) : value);
  }
  return Object.fromEntries(result);
};

const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
