import { z } from 'zod';
import { isJsonObject } from '../../core/index.js';

type Json = z.core.util.JSONType;

/** Any JSON. Unlike z.json(), which copies objects and loses a key `__proto__` on the way: ids are keys of records. */
export const json = z.custom<Json>((value) => isJson(value), 'expected JSON');

const isJson = (value: unknown): boolean => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return isJsonObject(value) && Object.values(value).every((item) => item === undefined || isJson(item));
};

/** An object whose keys are ids. Unlike z.record(), it keeps `__proto__`, which is an id like any other. */
export const keyedBy = <T>(value: z.ZodType<T>) =>
  z
    .custom<Readonly<Record<string, unknown>>>(isJsonObject, 'expected an object')
    .transform((given, context): Record<string, T> => {
      const entries = Object.entries(given).map(([key, item]) => {
        const parsed = value.safeParse(item);
        if (parsed.success) return [key, parsed.data] as const;
        for (const { message, path } of parsed.error.issues)
          context.addIssue({ code: 'custom', message, path: [key, ...path] });
        return [key, undefined as T] as const;
      });
      return Object.fromEntries(entries);
    });
