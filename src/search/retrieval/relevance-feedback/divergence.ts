import { setting } from '../../../core/index.js';
import { queryVector } from './feature-vector.js';
import { compareTerms, type FeedbackCorpus, termFeedback } from './term-feedback.js';

const SETTINGS = {
  fbDocs: setting.count('documents of the first list that are read', 3, [2, 30]),
  fbTerms: setting.count(
    'terms that are taken from them; as many as the query has, if that is more',
    10,
    [5, 100],
  ),
} as const;

const log2 = (value: number): number => Math.log(value) * (1 / Math.log(2));

/** What a term is worth that the documents read have so often, and the corpus so often. */
interface Divergence {
  worth(count: number, frequency: number, read: Read): number;
  /** What worths are divided by: made of the count of the term that is worth most. */
  normaliser(most: number, read: Read): number;
}

interface Read extends FeedbackCorpus {
  /** Tokens of the documents that were read. */
  readonly length: number;
}

/** Bose–Einstein statistics: a term is worth the more, the less its count follows from its frequency in the corpus. */
const boseEinstein: Divergence = {
  worth: (count, frequency, { documents }) => {
    const mean = frequency / documents;
    return count * log2((1 + mean) / mean) + log2(1 + mean);
  },
  normaliser: (most, { tokens, documents }) => {
    const mean = most / (tokens / (tokens / documents));
    return (most * Math.log((1 + mean) / mean) + Math.log(1 + mean)) / Math.log(2);
  },
};

/** Kullback–Leibler divergence of the documents read from the corpus, one term's share. */
const kullbackLeibler: Divergence = {
  worth: (count, frequency, { length, tokens }) => {
    const here = count / length;
    const anywhere = frequency / tokens;
    return here < anywhere ? 0 : here * log2(here / anywhere);
  },
  normaliser: (most, { length, tokens }) => (most * Math.log(tokens / length)) / (Math.log(2) * length),
};

/** Unless it is of the query, a term counts that so many of the documents read have: Terrier's expansion.mindocuments. */
const LEAST_DOCUMENTS = 2;

/**
 * Query expansion as Terrier computes it, parameter-free: the documents read are one bag of words, and its terms are added to the query by what
 * they are worth. Terrier takes equal worths in the order of a hash table; here they go by term.
 */
const byDivergence = (name: string, { worth, normaliser }: Divergence) =>
  termFeedback(name, SETTINGS, ({ fbDocs, fbTerms }) => ({
    reads: { top: fbDocs },
    expand: ({ query, top, corpus }) => {
      const counts = queryVector(query);
      const highest = Math.max(...counts.values());
      const original = new Map(Array.from(counts, ([term, count]) => [term, count / highest]));
      const bag = new Map<string, { count: number; documents: number }>();
      for (const { terms } of top)
        for (const [term, count] of terms) {
          const { count: earlier = 0, documents = 0 } = bag.get(term) ?? {};
          bag.set(term, { count: earlier + count, documents: documents + 1 });
        }
      const read = { ...corpus, length: top.reduce((sum, { length }) => sum + length, 0) };
      const least = top.length < LEAST_DOCUMENTS ? 0 : LEAST_DOCUMENTS;
      const worths = Array.from(bag, ([term, { count, documents }]) => ({
        term,
        count,
        worth: documents < least && !counts.has(term) ? 0 : worth(count, corpus.frequency(term), read),
      })).sort((a, b) => b.worth - a.worth || compareTerms(a.term, b.term));
      const scale = worths[0] && worths[0].worth > 0 ? normaliser(worths[0].count, read) : 0;
      const weights = new Map(original);
      if (scale > 0)
        for (const each of worths.slice(0, Math.max(fbTerms, counts.size)))
          weights.set(each.term, (weights.get(each.term) ?? 0) + each.worth / scale);
      const heaviest = Math.max(...weights.values());
      return Array.from(weights, ([term, weight]) => ({
        term,
        weight: weight / heaviest,
        fromQuery: (original.get(term) ?? 0) / heaviest,
      }));
    },
  }));

/** Bo1 as Terrier computes it. */
export const bo1 = byDivergence('bo1', boseEinstein);
/** KL as Terrier computes it. */
export const kl = byDivergence('kl', kullbackLeibler);
