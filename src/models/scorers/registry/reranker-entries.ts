import { lookup, once } from '../../../core/index.js';
import { packageData } from '../../../platform/node/index.js';
import { type RerankerEntry, rerankersFile } from './entry-schema.js';

/** The entries of `data/rerankers.json` by name: R2MED's three in the order of its table, then the others. */
export const rerankerEntries: () => Readonly<Record<string, RerankerEntry>> = once(() =>
  Object.fromEntries(
    packageData('rerankers.json', rerankersFile()).rerankers.map((entry) => [entry.name, entry]),
  ),
);

/** The entry of a name, whatever its case. */
export const rerankerEntry = (name: string): RerankerEntry => {
  const entries = rerankerEntries();
  return Object.hasOwn(entries, name.toLowerCase())
    ? entries[name.toLowerCase()]!
    : lookup('reranker', entries, name);
};

/** The entry with the settings its published scores were made with; itself where they are the defaults. */
export const publishedReranker = (entry: RerankerEntry): RerankerEntry => ({
  ...entry,
  tokens: entry.asPublished?.tokens ?? entry.tokens,
});

/** What goes around the texts of a pair before a model reads them. */
export interface PairForm {
  readonly query: { readonly prefix: string; readonly suffix: string };
  readonly document: { readonly prefix: string; readonly suffix: string };
}

/** The exact strings around query and document. */
export const pairForm = ({ form, instruction = '' }: RerankerEntry): PairForm => {
  const around = (template: string): PairForm['query'] => {
    const [prefix = '', suffix = ''] = template
      .split('{text}')
      .map((part) => part.split('{instruction}').join(instruction));
    return { prefix, suffix };
  };
  return { query: around(form.query), document: around(form.document) };
};
