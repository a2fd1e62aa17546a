import { defined, type Json, type Retriever } from '../../core/index.js';
import { recordedSettings } from '../record/index.js';
import { system } from './system.js';
import type { SystemContext } from './system-context.js';

/**
 * Builds the system that made a record, from its text and with the settings that its spec tells: how many hits were kept, whether as
 * published, whether texts were generated while it ran. The caller compares the specs: settings that neither tells may differ.
 */
export const recordedSystem = (text: string, spec: Json, context: SystemContext): Promise<Retriever> => {
  const { topK, asPublished, isLive } = recordedSettings(spec);
  return system(text, {
    ...context,
    ...defined({ topK }),
    ...(asPublished && { asPublished }),
    ...(isLive && { generations: 'new' }),
  });
};
