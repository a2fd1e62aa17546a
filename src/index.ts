/**
 * r2med as a library: the contents page, in the order data travels. What is used less often is under `r2med/evaluation`,
 * `r2med/retrieval`, … (package.json, `exports`); docs/api.txt lists every public name.
 *
 * @example
 * import { bm25, evaluate, nDCG, search, task } from 'r2med';
 *
 * const biology = await task('sample', 'Biology');
 * const run = await search(bm25(), biology);
 * console.log(evaluate(run, biology.judgements, [nDCG.at(10)]).means);
 */

// A task is a corpus with its queries and judgements: a registered one, or one from plain objects.

export type { Corpus, Document, Judgements, Query, Task } from './core/index.js';
export { task, taskOf } from './tasks/index.js';

// A system is a pipeline of stages; its text, such as "hyde(gpt4) > bm25", makes it too.

export type { Reranker, Retriever, Rewriter, Stage } from './core/index.js';
export { pipeline, top } from './pipeline/index.js';
export { llmPool, type SystemContext, system } from './systems/index.js';

// A retriever finds documents: by words, by vectors, or with a search system of yours.

export { embedder } from './custom/index.js';
export { bm25, bm25Lucene, late, lsa, sparse } from './retrieval/index.js';
export { dense, searcher } from './systems/index.js';

// A rewriter adds generated text to a query before the search.

export {
  hyde,
  lamer,
  llmRewriter,
  query2doc,
  searchO1,
  searchR1,
  storedRewriter,
} from './generation/index.js';
export { openPrompts } from './prompts/index.js';
export { storedGenerations } from './tasks/index.js';

// A reranker reorders the top hits, by a scorer or by a language model.

export { reranker } from './custom/index.js';
export { listwise, rerank, scored } from './reranking/index.js';
export { openReranker } from './scorers/index.js';

// Fusion makes one ranking of several.

export { fuse, rrf, weighted } from './fusion/index.js';

// Search gives a run, a ranking for every query; runSystem scores it too; an experiment runs many.

export type { Ranking, Run, Tools } from './core/index.js';
export { Hit } from './deprecated/index.js';
export { defineExperiment, runSystem, search } from './experiment/index.js';
export { nodeTools } from './node/index.js';

// Evaluation compares a run with the judgements.

export {
  type Evaluation,
  evaluate,
  type Measure,
  MRR,
  nDCG,
  parseMeasures,
  Recall,
} from './evaluation/index.js';

// Comparison says whether one system is better than another.

export { compareSystems, findSystemScores } from './comparison/index.js';
export { comparePaired } from './evaluation/index.js';

// Records and run files keep what came out; a table shows them.

export { tabulate } from './leaderboard/index.js';
export type { Result } from './record/index.js';
export { readJudgements, readResults, readRun, writeRun } from './results/index.js';

// Errors: wrong input, with a fix; and work that failed.

export { InputError, WorkError } from './core/index.js';

// Names of 0.1.0, for one more release.

export * from './deprecated/index.js';
