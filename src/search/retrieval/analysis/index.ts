import { lookup } from '../../../core/index.js';
import type { AnalyzerDefinition, NamedAnalyzer, ReadTerms, Stand } from './analyzer.js';
import { hakariEnglish } from './hakari-english.js';
import { luceneEnglish } from './lucene-english.js';
import { mtebEnglish } from './mteb-english.js';

export type { ReadTerms } from './analyzer.js';
export { type FindTerms, termFinder } from './term-places.js';

export const analyzers = {
  'lucene-english': luceneEnglish,
  'mteb-english': mtebEnglish,
  'hakari-english': hakariEnglish,
} as const;

/** The name of an analyzer. */
export type AnalyzerName = keyof typeof analyzers;
/** Turns a text into the terms that are indexed. */
export type Analyzer = NamedAnalyzer<AnalyzerName>;

const definition = (name: string): AnalyzerDefinition<AnalyzerName> =>
  lookup<AnalyzerDefinition<AnalyzerName>>('analyzer', analyzers, name);

const ITSELF: Stand<string> = { of: (term) => ownString(term, 0, term.length), dropped: '' };

/** A new analyzer by its name. */
export const analyzer = (name: string): Analyzer => {
  const { reader, ...named } = definition(name);
  const read = reader(ITSELF);
  return {
    ...named,
    analyze: (text) => {
      const terms: string[] = [];
      read(text, 0, text.length, (term) => terms.push(term));
      return terms;
    },
  };
};

/** The same for terms that are counted: `number` is called once for most terms, and returns 0 or more. */
export const numberedTerms = (name: string, number: (term: string) => number): ReadTerms<number> =>
  definition(name).reader({ of: number, dropped: -1 });

const CHUNK = 4096;
/** V8 copies shorter slices (`SlicedString::kMinLength`). */
const SHORTEST_SHARED = 13;

/**
 * `text.slice(start, end)` that owns its characters. An engine may let a slice point into the text it was cut from,
 * and a term kept by an index would then keep its whole document in memory.
 */
export const ownString = (text: string, start: number, end: number): string => {
  if (end - start < SHORTEST_SHARED) return text.slice(start, end);
  let own = '';
  for (let from = start; from < end; from += CHUNK) {
    const units = new Uint16Array(Math.min(CHUNK, end - from));
    for (let i = 0; i < units.length; i++) units[i] = text.charCodeAt(from + i);
    own += String.fromCharCode.apply(null, units as unknown as number[]);
  }
  return own;
};
