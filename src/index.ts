/**
 * r2med as a library: the contents page, in the order data travels. What is used less often is under `r2med/evaluation`,
 * `r2med/search`, … (package.json, `exports`); docs/api.txt lists every public name.
 *
 * @example
 * import { bm25, evaluate, nDCG, search, task } from 'r2med';
 *
 * const biology = await task('sample', 'Biology');
 * const run = await search(bm25(), biology);
 * console.log(evaluate(run, biology.judgements, [nDCG.at(10)]).means);
 */

import type { ServedReview, ServeReviewOptions } from './web/review-server/index.js';

// A task is a corpus with its queries and judgements: a registered one, or one from plain objects.

export type { Corpus, Document, Judgements, Query, Task } from './core/index.js';
export { task, taskOf } from './tasks/index.js';

// A system is a pipeline of stages; its text, such as "hyde(gpt4) > bm25", makes it too.

export type { Reranker, Retriever, Rewriter, Stage } from './core/index.js';
export { llmPool, type SystemContext, system } from './experiment/systems/index.js';
export { pipeline, top } from './search/pipeline/index.js';

// A retriever finds documents: by words, by vectors, or with a search system of yours.

export { dense, searcher } from './experiment/systems/index.js';
export { embedder } from './models/custom/index.js';
export { bm25, bm25Lucene, late, lsa, sparse } from './search/retrieval/index.js';

// A rewriter adds generated text to a query before the search.

export { openPrompts } from './models/prompts/index.js';
export {
  hyde,
  lamer,
  llmRewriter,
  query2doc,
  searchO1,
  storedRewriter,
} from './search/generation/index.js';
export { storedGenerations } from './tasks/index.js';

// A reranker reorders the top hits, by a scorer or by a language model.

export { reranker } from './models/custom/index.js';
export { listwise, rerank, scored } from './search/reranking/index.js';

// Fusion makes one ranking of several.

export { fuse, rrf, weighted } from './search/fusion/index.js';

// Search gives a run, a ranking for every query; runSystem scores it too; evaluateModel does it for a model and tasks; an experiment runs many.

export type { Hit, Ranking, Run, Tools } from './core/index.js';
export { defineExperiment } from './experiment/plans/index.js';
export { evaluateModel, runSystem, search } from './experiment/running/index.js';
export { nodeTools } from './platform/node/index.js';

// Evaluation compares a run with the judgements.

export {
  type Evaluation,
  evaluate,
  type Measure,
  MRR,
  nDCG,
  parseMeasures,
  Recall,
} from './evaluation/measures/index.js';

// Comparison says whether one system is better than another.

export { compareRuns, compareSystems } from './analysis/comparison/index.js';
export { comparePaired } from './evaluation/statistics/index.js';

// Records and run files keep what came out; a table shows them.

export { tabulate } from './analysis/leaderboard/index.js';
export type { Result } from './experiment/record/index.js';
export { readJudgements, readResults, readRun, writeRun } from './experiment/results/index.js';

// Experts review a benchmark in their browsers; the server loads when it starts.

export type { ServedReview, ServeReviewOptions } from './web/review-server/index.js';
/** Serves a review of `r2med/benchmarks` to its reviewers. It listens on the loopback interface, also behind a server that ends TLS. */
export const serveReview = async (options: ServeReviewOptions): Promise<ServedReview> =>
  (await import('./web/review-server/index.js')).serveReview(options);

// Errors have one shape, problem and fix: wrong input, and work that failed.

export { InputError, R2medError, WorkError } from './core/index.js';
