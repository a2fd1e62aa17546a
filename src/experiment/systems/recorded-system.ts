import { defined, isJsonObject, type Json, type JsonObject, type Retriever } from '../../core/index.js';
import { system } from './system.js';
import type { SystemContext } from './system-context.js';

/**
 * Builds the system that made a record, from its text and with the settings that its spec tells: how many hits were kept, whether as
 * published, whether texts were generated while it ran. The caller compares the specs: settings that neither tells may differ.
 */
export const recordedSystem = (text: string, spec: Json, context: SystemContext): Promise<Retriever> => {
  const parts = partsOf(spec);
  // The outermost stage comes first; those within a fusion may keep another number of hits.
  const topK = parts.map((part) => part.topK).find((each) => typeof each === 'number');
  return system(text, {
    ...context,
    ...defined({ topK }),
    ...(parts.some(isAsPublished) && { asPublished: true }),
    ...(parts.some(({ stage }) => stage === 'live-writing') && { generations: 'new' }),
  });
};

/** What a stage says of itself that did as the reference implementation does. */
const isAsPublished = ({ asPublished, identicalIds, tail }: JsonObject): boolean =>
  asPublished === true || identicalIds === 'dropped' || tail === 'dropped';

/** Every object of a spec, the outer one before those within it. */
const partsOf = (spec: Json): readonly JsonObject[] =>
  Array.isArray(spec)
    ? spec.flatMap(partsOf)
    : isJsonObject(spec)
      ? [spec, ...Object.values(spec).flatMap((part) => partsOf(part!))]
      : [];
