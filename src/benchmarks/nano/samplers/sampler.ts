import type { Corpus, DocId, Tools } from '../../../core/index.js';
import type { Row } from '../corpus-rows.js';
import type { DocumentSet } from '../document-set.js';

export interface SamplerContext {
  readonly split: string;
  readonly corpus: Corpus;
  /** Documents judged not relevant, in turns over the queries. */
  readonly hardNegatives: readonly DocId[];
  readonly judgedRows: ReadonlyMap<DocId, Row>;
  /** Distinct judged documents, positives included, whether the corpus has them or not. */
  readonly judged: number;
  readonly limit: number;
  readonly seed: number;
  /** Rankings of the whole corpus, each with its documents best first; made when requested. */
  rankings(): Promise<readonly (readonly DocId[])[]>;
  readonly tools: Tools;
}

/** Fills the room that the positives leave. */
export interface Sampler {
  readonly about: string;
  /** Whether documents are written as they were taken, positives first, or in the order of the source. */
  readonly order: 'as-kept' | 'source';
  fill(keeper: DocumentSet, context: SamplerContext): Promise<void>;
}
