import { InputError, lookup, type Retriever, readSettings } from '../core/index.js';
import type { StageText } from '../pipeline/index.js';
import { retrievers } from '../retrieval/index.js';
import type { Resolved } from './resolved.js';

/** A retriever that needs nothing but the corpus. */
export const resolveCorpusRetriever = (stage: StageText): Resolved<{ readonly topK?: number }, Retriever> => {
  if (stage.values.length > 0)
    throw new InputError({ found: stage.text, expected: 'settings by name, as bm25(k1=1.2)' });
  const make = lookup('retriever', retrievers, stage.name);
  const settings = readSettings(stage.name, make.settings, stage.named);
  return { build: async ({ topK }) => make({ ...settings, ...(topK !== undefined && { topK }) }) };
};
