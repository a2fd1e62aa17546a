import type { Json, Retriever } from '../../core/index.js';
import { system } from './system.js';
import type { SystemContext } from './system-context.js';

/**
 * Builds the system that made a record, from its text and with the settings that its spec tells: how many hits were kept, whether as
 * published, whether texts were generated while it ran. Whoever uses it compares the specs: settings that neither tells may differ.
 */
export const recordedSystem = (text: string, spec: Json, context: SystemContext): Promise<Retriever> => {
  const said = JSON.stringify(spec);
  const topK = topKOf(spec);
  return system(text, {
    ...context,
    ...(topK !== undefined && { topK }),
    ...(AS_PUBLISHED.test(said) && { asPublished: true }),
    ...(said.includes('"live-writing"') && { generations: 'new' }),
  });
};

/** What a stage says of itself that did as the reference implementation does. */
const AS_PUBLISHED = /"asPublished":true|"identicalIds":"dropped"|"tail":"dropped"/;

/** The number of hits that the outermost stage kept; those within a fusion may keep another. */
const topKOf = (spec: Json): number | undefined => {
  if (typeof spec !== 'object' || spec === null) return undefined;
  const { topK } = spec as { readonly topK?: unknown };
  if (typeof topK === 'number') return topK;
  for (const part of Object.values(spec) as Json[]) {
    const found = topKOf(part);
    if (found !== undefined) return found;
  }
  return undefined;
};
