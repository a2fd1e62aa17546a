import { type JsonObject, WorkError } from '../../../core/index.js';
import type { TermFigures } from '../engine.js';
import { engineToken } from '../engine-token.js';
import type { WholeAnswer } from './answers.js';
import type { Searches } from './searches.js';

/** Terms, and documents times terms, of one search for the figures of terms. */
const MOST_TERMS_TOGETHER = 100;
const LOOKUPS_TOGETHER = 10_000_000;

/** In how many documents of an index each of these terms is, and the first of them; terms that it lacks are left out. */
export const readTermFigures = async (
  searches: Searches,
  documents: number,
  terms: readonly string[],
): Promise<ReadonlyMap<string, TermFigures>> => {
  // Many terms in one search save the way there; each of them is looked up in every document that has one of them.
  const grouped = Math.min(MOST_TERMS_TOGETHER, Math.max(1, Math.floor(LOOKUPS_TOGETHER / documents)));
  const groups: string[][] = [];
  for (let at = 0; at < terms.length; at += grouped) groups.push(terms.slice(at, at + grouped));
  const answers = await searches.all(groups.map(figuresOf), { scored: false });
  return new Map(groups.flatMap((group, i) => termFigures(answers[i]!, group)));
};

const figuresOf = (terms: readonly string[]): JsonObject => {
  const tokens = terms.map(engineToken);
  return {
    size: 0,
    query: { bool: { filter: { terms: { tokens } } } },
    aggs: {
      terms: {
        // Without names: what a term is called is its own business.
        filters: { filters: tokens.map((value) => ({ term: { tokens: { value } } })) },
        aggs: { first: { min: { field: 'row' } } },
      },
    },
  };
};

const termFigures = (
  { aggregations }: WholeAnswer,
  terms: readonly string[],
): readonly (readonly [string, TermFigures])[] => {
  const { buckets } = (aggregations.terms ?? {}) as {
    readonly buckets?: readonly { readonly doc_count: number; readonly first: { readonly value: number } }[];
  };
  if (buckets?.length !== terms.length) throw new WorkError('the cluster told the figures of other terms');
  return terms.flatMap((term, i) => {
    const { doc_count: documentFrequency, first } = buckets[i]!;
    return documentFrequency > 0 ? [[term, { documentFrequency, firstRow: first.value }] as const] : [];
  });
};
