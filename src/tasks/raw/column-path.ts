import { isJsonObject, type Json, type JsonObject, own } from '../../core/index.js';

/**
 * The value of a row at a path such as `meta.id` or `answers.0.text`; undefined where there is none. A column whose own name holds the dots comes
 * first.
 */
export const valueAt = (row: JsonObject, path: string): Json | undefined => {
  const whole = own(row, path);
  if (whole !== undefined) return whole;
  let value: Json | undefined = row;
  for (const part of path.split('.')) {
    if (Array.isArray(value))
      value = /^\d{1,9}$/.test(part) ? (value as readonly Json[])[Number(part)] : undefined;
    else value = isJsonObject(value) ? own(value, part) : undefined;
    if (value === undefined) return undefined;
  }
  return value;
};

/** The paths that a row has, nested ones too: what an error lists. */
export const pathsOf = (row: JsonObject): readonly string[] =>
  Object.entries(row).flatMap(([name, value]) => {
    if (!isJsonObject(value)) return [name];
    return [name, ...Object.keys(value).map((inner) => `${name}.${inner}`)];
  });
