import type { AnalyzerName } from '../analysis/index.js';
import type { DocumentText } from '../retriever-settings.js';
import { weighAsBm25sLucene, weighAsBm25sRobertson } from './bm25s.js';
import type { CutOff } from './cut-off.js';
import { weighAsGensim } from './gensim.js';
import { weighAsLucene } from './lucene.js';
import type { RepeatedIds } from './repeated-ids.js';
import type { Parameters, Weigh } from './weighting.js';

/** The programs whose BM25 is restated here. */
export const WEIGHTINGS = {
  'gensim-both-sides': weighAsGensim,
  lucene: weighAsLucene,
  'bm25s-lucene': weighAsBm25sLucene,
  'bm25s-robertson': weighAsBm25sRobertson,
} satisfies Record<string, Weigh>;

export interface Preset extends Parameters, Omit<CutOff, 'topK'> {
  readonly analyzer: AnalyzerName;
  readonly weighting: keyof typeof WEIGHTINGS;
  readonly documentText: DocumentText;
  readonly repeatedIds: RepeatedIds;
}

/** A preset with everything decided. */
export interface Setting extends Preset, CutOff {}

/** The four BM25 programs, each with its analyzer, weighting and defaults. */
export const PRESETS = {
  /** R2MED's reference (eval_BM25.py): Lucene's analyzer by way of Pyserini, gensim's model on both sides. */
  bm25: {
    analyzer: 'lucene-english',
    weighting: 'gensim-both-sides',
    k1: 0.9,
    b: 0.4,
    documentText: 'title-and-text',
    repeatedIds: 'last-row',
    tiesAtCutOff: 'corpus-order',
    unmatched: 'fill',
  },
  /**
   * Lucene as Anserini sets it up, tie rule included; k1 and b from Trotman et al., SIGIR workshop on open source IR,
   * 2012. (Lucene alone would keep ties in the order of its documents.)
   */
  'bm25-lucene': {
    analyzer: 'lucene-english',
    weighting: 'lucene',
    k1: 0.9,
    b: 0.4,
    documentText: 'title-and-text',
    repeatedIds: 'best-row',
    tiesAtCutOff: 'id-ascending',
    unmatched: 'leave-out',
  },
  /**
   * MTEB's baseline-bm25s, which leaves k1 and b at bm25s' defaults. bm25s leaves open which of equal scores stay at
   * the cut-off (argpartition), so corpus order is our own rule, here and below.
   */
  'bm25-mteb': {
    analyzer: 'mteb-english',
    weighting: 'bm25s-lucene',
    k1: 1.5,
    b: 0.75,
    documentText: 'title-and-text',
    repeatedIds: 'lowest-kept-row',
    tiesAtCutOff: 'corpus-order',
    unmatched: 'fill',
  },
  /** HAKARI-Bench's "okapi" with its tokenizer for English. */
  'bm25-hakari': {
    analyzer: 'hakari-english',
    weighting: 'bm25s-robertson',
    k1: 1.5,
    b: 0.75,
    documentText: 'title-and-text',
    repeatedIds: 'last-text',
    tiesAtCutOff: 'corpus-order',
    unmatched: 'fill',
  },
} as const satisfies Record<string, Preset>;

/** The name of one of the four BM25 programs. */
export type PresetName = keyof typeof PRESETS;
