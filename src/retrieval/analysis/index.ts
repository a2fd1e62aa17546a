import { lookup } from '../../core/index.js';
import type { NamedAnalyzer } from './analyzer.js';
import { hakariEnglish } from './hakari-english.js';
import { luceneEnglish } from './lucene-english.js';
import { mtebEnglish } from './mteb-english.js';

export { type FindTerms, termFinder } from './term-places.js';

/** Factories: what an analyzer remembers of the words it has seen belongs to one instance. */
export const analyzers = {
  'lucene-english': luceneEnglish,
  'mteb-english': mtebEnglish,
  'hakari-english': hakariEnglish,
} as const;

/** The name of an analyzer. */
export type AnalyzerName = keyof typeof analyzers;
/** Turns a text into the terms that are indexed. */
export type Analyzer = NamedAnalyzer<AnalyzerName>;

/** A new analyzer by its name. */
export const analyzer = (name: string): Analyzer => lookup<() => Analyzer>('analyzer', analyzers, name)();
