import { aroundText, registryIn } from '../registry/index.js';
import { type RerankerEntry, rerankersFile } from './entry-schema.js';

const registry = registryIn(
  'rerankers.json',
  rerankersFile,
  'reranker',
  ({ rerankers }): readonly RerankerEntry[] => rerankers,
);

/** The entries of `data/rerankers.json` by name: R2MED's three in the order of its table, then the others. */
export const rerankerEntries: () => Readonly<Record<string, RerankerEntry>> = registry.entries;

/** The entry of a name or a hub id, whatever its case. */
export const rerankerEntry: (name: string) => RerankerEntry = registry.entry;

/** The same; undefined where there is none. */
export const findRerankerEntry: (name: string) => RerankerEntry | undefined = registry.find;

/** The entry with the settings its published scores were made with; itself where they are the defaults. */
export const publishedReranker = (entry: RerankerEntry): RerankerEntry => ({
  ...entry,
  tokens: entry.asPublished?.tokens ?? entry.tokens,
});

/** The exact strings around query and document before a model reads them. */
export const pairForm = ({ form, instruction = '' }: RerankerEntry) => ({
  query: aroundText(form.query, instruction),
  document: aroundText(form.document, instruction),
});
