import { once } from '../../core/index.js';
import { METHODS } from '../../search/generation/index.js';
import { also, off, on, oneOf, read, required, several, text } from './flag.js';
import { gateFlags } from './gate-flags.js';
import { modelFlagGroups } from './model-flags.js';
import { outputFlags } from './output-flags.js';
import {
  append,
  collect,
  hostName,
  names,
  originOf,
  parameterSize,
  portNumber,
  smallLetters,
  tlsOrigin,
  vectorSizes,
  wholeNumber,
  wholeNumbers,
  zeroOrMore,
} from './parsers.js';
import { taskFlags } from './task-flags.js';

/** The port that reviewers' links name, so that they stay valid when the server is started again. */
const REVIEW_PORT = 4600;
/** Sizes that Matryoshka models are usually trained for (Kusupati et al. 2022 double from 8 on). */
const TRUNCATIONS: readonly number[] = [64, 128, 256, 512];

/**
 * Every flag of the command line, in the groups and the order of `--help`: those that most commands need first. A verb takes flags from here by
 * name, and words one again where it means something narrower there; group and place stay. Made when a verb is loaded.
 */
export const flagGroups = once(() => ({
  'Tasks:': taskFlags,
  'Systems:': {
    retriever: read('<name>', 'retriever or embedder, for example bm25; repeatable', collect),
    system: read('<expression>', 'pipeline, for example "hyde(gpt4) > bm25"; repeatable', append),
    fuse: read(
      '<systems>',
      'fuse rankings, for example rrf:bm25,bge or weighted@0.3+0.7:bm25,bge; repeatable',
      append,
    ),
    reranker: read('<name>', 'reranker for the top hits; repeatable', collect),
    depth: also(
      ['rerank-depth'],
      read('<n>', 'number of hits to rerank (default: 10); repeatable', wholeNumbers),
    ),
    gar: also(['method'], read('<method>', `generation method: ${METHODS.join(', ')}`, smallLetters)),
    method: also(['gar'], read('<name>', `generation method: ${METHODS.join(', ')}`, smallLetters)),
    llm: text('<name>', 'LLM that generated the texts, or that will generate them'),
    answers: text(
      '<file>',
      'prepared answers: JSON lines of step, id and text; the LLM, if any, is called for the rest',
    ),
    generations: text(
      '<where>',
      'published; a file or folder of query_with_hydoc.jsonl; or new, to generate them now',
      'published',
    ),
    judge: text('<name>', 'LLM judge: a name of `r2med models --kind llm`, served:URL#model or gguf:FILE'),
    dense: also(
      ['retriever'],
      text('<name>', 'retriever of the dense list (default: the list stored with the task)'),
    ),
    ablate: on('run each system also without each of its parts, and show what each part gains'),
    experiment: text('<file>', 'file with systems, tasks and variants: YAML, JSON or a module'),
    recipe: text('<name>', 'known way to search, as `r2med recipes` lists them'),
    topK: read('<n>', 'number of hits to keep per query', wholeNumber, 100),
    engine: text(
      '<name:url>',
      'search engine that holds the corpus: opensearch:URL[,URL…] or postgres://HOST/DATABASE; a name alone takes OPENSEARCH_URL, or PGHOST and its like',
    ),
    engineTimeout: read('<seconds>', 'time for one answer of the engine (default: 120)', wholeNumber),
    engineSample: read(
      '<queries>',
      'queries that approximate search on the engine repeats exactly, to say its recall (default: 50; 0: none)',
      zeroOrMore,
    ),
    shards: read('<n>', 'parts of a new index (default: one per data node)', wholeNumber),
    replicas: read(
      '<n>',
      'further copies of each part (default: 1 where there is a second node)',
      zeroOrMore,
    ),
    part: text('<i/n>', 'load part i of n, counted from 1; the process that ends last checks all of them'),
    truncate: read(
      '<sizes>',
      'dimensions to keep, for example 64,256; sizes above those of the model are skipped',
      vectorSizes,
      TRUNCATIONS,
    ),
    source: text(
      '<name>',
      'only scores of this source: r2med-repo, r2med-site, mteb, hakari, or a paper: reasonembed, grouprank, …',
    ),
    asPublished: on('reproduce known bugs of the reference implementation'),
    model: text('<name>', 'check a model step by step, up to an order that is known'),
    licence: also(['license'], text('<name>', 'only models of this licence, for example apache-2.0')),
    maxParameters: read('<size>', 'only models of at most this size, for example 1B', parameterSize),
    notTrainedOn: text(
      '<dataset>',
      'only models whose training data is known and lacks it, for example BRIGHT',
    ),
    kind: oneOf('<kind>', 'only this kind (default: all embedders)', [
      'dense',
      'sparse',
      'late',
      'reranker',
      'llm',
    ]),
  },
  /** Those of a step of `build`, which say so themselves. */
  'Settings:': {},
  'Tuning:': {
    folds: read(
      '<n>',
      'parts of the queries; settings are chosen on the others of each part',
      wholeNumber,
      5,
    ),
    leaveOneTaskOut: on('choose settings for each task on the other tasks'),
    sameQueries: on(
      'report on the queries that were tuned on: no estimate of what the settings do on others',
    ),
    trials: read('<n>', 'settings to try, besides the usual ones', wholeNumber, 25),
  },
  'Answers:': {
    shown: read('<n>', 'documents of each system that a query is answered with', wholeNumber, 5),
    closedBook: on('also answer without documents: the floor'),
    relevantDocuments: on('also answer with the documents that are judged relevant: the ceiling'),
    checkCitations: on('let the judge say of each citation whether its document supports the sentence'),
  },
  'Candidate lists:': {
    sampler: text('<name>', 'choice of the documents that are not positive'),
    pool: read('<names>', 'retrievers of the sampler hard; repeatable', collect),
    listDepth: read('<n>', 'length of the BM25 and dense lists', wholeNumber),
    hybridDepth: read('<n>', 'length of the hybrid list', wholeNumber),
    recompute: on('make the BM25 list again, and explain differences from the stored list'),
    check: on('compare every figure with the published one; exit code 1 if one differs'),
  },
  'Scores and tables:': {
    judgements: also(
      ['qrels'],
      required(text('<file>', 'TREC qrels, R2MED or other JSON lines, BEIR tsv, or JSON')),
    ),
    run: required(
      several(
        '<files...>',
        'TREC run, JSON lines (also topk_pid), MTEB predictions, or JSON; one row per file',
      ),
    ),
    subset: text('<name>', 'subset of an MTEB predictions file'),
    saveRun: text('<file>', 'write the run that was scored, fused or not, for another program'),
    runFormat: text('<name>', 'format of --save-run'),
    saveJudgements: text('<file>', 'write the judgements for another program'),
    judgementsFormat: text('<name>', 'format of --save-judgements'),
    results: text('<folder>', 'folder of records that `r2med run` wrote', 'results'),
    answersFolder: text('<folder>', 'folder of answers that `r2med answer` wrote, for the page', 'answers'),
    dataset: text(
      '<folder>',
      'a release of `r2med build assemble`: what would be uploaded, and who could read it',
    ),
    record: text('<file>', 'run the system of this record again, and say what differs and why'),
    key: text('<file>', 'public Ed25519 key in PEM that must have signed the manifest of the folder'),
    measure: also(['measures'], text('<name>', 'measure to show', 'nDCG@10')),
    measures: also(['metrics', 'measure'], text('<list>', 'measures to print')),
    means: on('show other means instead of the tasks: without Biology, over all queries, per task family'),
    missing: oneOf('<rule>', 'score of a judged query that has no ranking', ['zero', 'skip'], 'zero'),
    ties: text('<rule>', 'order of equal scores'),
    slice: read('<name>', 'compare also parts of the queries; repeatable', names),
    perQuery: on('print a row for every query'),
    failures: on('count the kinds of failure over all queries of the task, and name the queries'),
    sentences: on('also embed the sentences of the hits, and show the nearest'),
    attribution: on(
      'also embed parts of the hits: what sentences and words add to the score of a dense vector',
    ),
    cost: on('show the cost of each system, and the Pareto front'),
    published: on('add published results of the same suite, each with its source'),
    hakari: text('<folder>', 'add results on suite nano from a copy of the hub dataset hakari-bench/results'),
    baseline: text('<system>', 'system that others are tested against (default: the one with the best mean)'),
    includeIncomplete: on('count results in which some work failed'),
    save: on('store the vectors as those to compare with, for a maintainer who trusts this machine'),
    rebuild: on('restore changed or lost scores, if run.trec is unchanged'),
    deep: on('check the hash of every downloaded file and every cached item'),
  },
  'Audit:': {
    only: read('<part>', 'part of the audit; repeatable', names),
    leakWith: read(
      '<what>',
      'task, suite, folder or file that must share nothing with the tasks; repeatable',
      append,
    ),
    cases: text('<file>', 'article and diagnosis of cases: {"id", "article", "diagnosis"} in each line'),
    abbreviations: text(
      '<file>',
      'table of abbreviations and synonyms (.tsv, .csv, .json): what does expanding them gain?',
    ),
    analyzer: text('<name>', 'analyzer to use', 'lucene-english'),
    figures: on('print every figure with its interval (default: what they say)'),
    summary: on('print only the tasks side by side, and what was found where'),
  },
  'Gate:': gateFlags(),
  'Review:': {
    reviewer: read('<name>', 'a reviewer; repeatable', names),
    adjudicator: read('<name>', 'decides where reviewers differ; repeatable', names),
    leaves: read('<name>', 'no longer takes part; unanswered items go to others; repeatable', names),
    perItem: read('<n>', 'reviewers of each item (default: 2)', wholeNumber),
    shared: read('<n>', 'first items that every reviewer gets (default: a tenth, from 10 to 50)', zeroOrMore),
    adjudicate: oneOf(
      '<which>',
      'items that go to the adjudicator: all disagreements, or only those without a majority (ties)',
      ['disagreements', 'ties'],
    ),
    named: on('show the adjudicator who answered what (default: A, B, …)'),
    renew: read('<name>', 'print a new link; the old one ends; repeatable', names),
    revoke: read('<name>', 'end the link; repeatable', names),
    pseudonyms: on('write R1, R2, … instead of names'),
  },
  'Page:': {
    title: text('<text>', 'heading of the page (default: name of the folder)'),
    address: read(
      '<url>',
      'where reviewers find the page; links begin with it',
      originOf,
      `http://127.0.0.1:${REVIEW_PORT}`,
    ),
    port: read('<n>', 'port of 127.0.0.1; 0 takes a free one', portNumber, REVIEW_PORT),
    host: read(
      '<address>',
      'address of this machine to serve others too, for example 0.0.0.0; the link then has a token (default: this machine only)',
      hostName,
    ),
    origin: read(
      '<url>',
      'with --host: where browsers find the page, if a server or a container is in front of it',
      originOf,
    ),
    behindTls: read(
      '<url>',
      'https address of a server on this machine that ends TLS and passes requests on (default: this machine only)',
      tlsOrigin,
    ),
    open: off('do not open the browser'),
  },
  'Output:': outputFlags(),
  ...modelFlagGroups(),
}));
