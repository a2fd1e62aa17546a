import { z } from 'zod';
import { isJsonObject, type Json, lookup, once } from '../../../core/index.js';
import { packageData } from '../../../platform/node/index.js';
import { sourceReaders } from './readers/index.js';
import type { SourceReader } from './readers/reader.js';

const Collections = z.record(
  z.string(),
  z.strictObject({
    about: z.string(),
    reader: z.enum(Object.keys(sourceReaders) as [keyof typeof sourceReaders]),
    mapping: z.looseObject({ family: z.string(), fields: z.record(z.string(), z.json()) }),
  }),
);

/** Collections that benchmarks are made from, and how their files are read. */
const collections = once(() => packageData('collections.json', Collections));

/** The reader of a collection; without one, files are tables. */
export const readerOf = (like: string | undefined): SourceReader =>
  like === undefined ? sourceReaders.rows : sourceReaders[lookup('collection', collections(), like).reader];

/** A mapping with what is known of the collection that it is like; what the user writes comes first. */
export const withCollection = (mapping: unknown): unknown => {
  if (!isJsonObject(mapping as Json)) return mapping;
  const given = mapping as Record<string, Json>;
  if (typeof given.like !== 'string') return mapping;
  const { mapping: known } = lookup('collection', collections(), given.like);
  const fields = isJsonObject(given.fields ?? {})
    ? { ...known.fields, ...(given.fields as object) }
    : given.fields;
  return { ...known, ...given, fields };
};
