import type { Command } from 'commander';

/** What a verb does, and what loads its options and work: nothing heavy is imported before. */
type Verb = readonly [summary: string, load: () => Promise<{ command(): Command }>];

/** The verbs, in the order a newcomer meets them. */
export const verbs = {
  run: ['run systems on tasks, print the scores, save records', () => import('./run-help.js')],
  merge: ['join what `run --shard` left on several machines into records', () => import('./merge.js')],
  embed: [
    'write the vectors of a corpus to files, on any number of machines, restartable',
    () => import('./embed.js'),
  ],
  generate: [
    'generate texts for queries with an LLM: HyDE, query2doc, LameR, search agents',
    () => import('./generate.js'),
  ],
  prompts: [
    'import the prompts of R2MED and of rerankers from your clones; list them',
    () => import('./prompts.js'),
  ],
  judge: [
    'grade generated answers with an LLM judge and relate them to retrieval scores',
    () => import('./judge.js'),
  ],
  answer: [
    'answer queries with the documents of systems and judge it: does better search give better answers?',
    () => import('./answer.js'),
  ],
  tasks: ['list suites and tasks, and which are on this machine', () => import('./tasks.js')],
  models: ['list models, and which are ready on this machine', () => import('./models.js')],
  fetch: ['download and verify tasks, published generations and models', () => import('./fetch.js')],
  import: [
    'read any collection as people have it, check that its ids join, and write it as a task',
    () => import('./import.js'),
  ],
  analyze: ['show the tokens of a text', () => import('./analyze.js')],
  eval: ['score run files against judgements (qrels)', () => import('./eval.js')],
  leaderboard: ['show the records of a folder as a table', () => import('./leaderboard.js')],
  export: [
    'write results as files for MTEB, R2MED, trec_eval, papers and programs, as charts, or as a site',
    () => import('./export.js'),
  ],
  submit: ['check what leaderboards of others would find missing in records', () => import('./submit.js')],
  web: [
    'open the page: leaderboard, systems, tasks and queries of your records and of what was published',
    () => import('./web.js'),
  ],
  check: [
    'verify records: files unchanged, scores reproducible from the rankings',
    () => import('./check.js'),
  ],
  compare: [
    'compare systems: difference, interval, significance tests, queries won and lost',
    () => import('./compare.js'),
  ],
  recipes: [
    'list known ways to search R2MED, what each needs and scored; run one with run --recipe',
    () => import('./recipes.js'),
  ],
  tune: [
    'find settings by cross-validation: what do they gain on queries they were not tuned on?',
    () => import('./tune.js'),
  ],
  explain: [
    'explain a query: where its relevant documents are, and why each hit scores as it does',
    () => import('./explain.js'),
  ],
  search: ['search a task by hand with any system, hits explained', () => import('./search.js')],
  nano: [
    'small tasks for development: profile, build, agreement with the full tasks, cost of vector compression',
    () => import('./nano.js'),
  ],
  audit: ['audit tasks: are they sound, how far do words lead, what leaks?', () => import('./audit.js')],
  review: [
    'let experts review items on a page: plan, serve, status, agreement, export',
    () => import('./review.js'),
  ],
  build: ['make a task of exam questions, posts and cases, step by step', () => import('./build.js')],
  engine: ['look after a search engine that holds corpora: status, load, drop', () => import('./engine.js')],
  reproduce: [
    'run published systems again: same, higher or lower than published',
    () => import('./reproduce.js'),
  ],
  completion: [
    'print a script that completes verbs, flags and names: bash, zsh, fish',
    async (): Promise<{ command(): Command }> => {
      const { completionCommand } = await import('./completion.js');
      return { command: () => completionCommand(verbs) };
    },
  ],
  doctor: ['check the installation: what works, what is missing, how to fix it', () => import('./doctor.js')],
} satisfies Record<string, Verb>;

export type VerbName = keyof typeof verbs;
