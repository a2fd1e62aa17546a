import type { Command } from 'commander';

interface Verb {
  readonly summary: string;
  /** Loads the verb's options and work; nothing heavy is imported before. */
  load(): Promise<Command>;
}

/** The verbs, in the order a newcomer meets them. */
export const verbs = {
  run: {
    summary: 'run systems on tasks, print the scores, save records',
    load: async () => (await import('./run-help.js')).run(),
  },
  merge: {
    summary: 'join what `run --shard` left on several machines into records',
    load: async () => (await import('./merge.js')).merge(),
  },
  embed: {
    summary: 'write the vectors of a corpus to files, on any number of machines, restartable',
    load: async () => (await import('./embed.js')).embed(),
  },
  generate: {
    summary: 'generate texts for queries with an LLM: HyDE, query2doc, LameR, search agents',
    load: async () => (await import('./generate.js')).generate(),
  },
  prompts: {
    summary: 'import the prompts of the reference implementation from your clone',
    load: async () => (await import('./prompts.js')).prompts(),
  },
  judge: {
    summary: 'grade generated answers with an LLM judge and relate them to retrieval scores',
    load: async () => (await import('./judge.js')).judge(),
  },
  tasks: {
    summary: 'list suites and tasks, and which are on this machine',
    load: async () => (await import('./tasks.js')).tasks(),
  },
  models: {
    summary: 'list models, and which are ready on this machine',
    load: async () => (await import('./models.js')).models(),
  },
  fetch: {
    summary: 'download and verify tasks, published generations and models',
    load: async () => (await import('./fetch.js')).fetch(),
  },
  analyze: {
    summary: 'show the tokens of a text',
    load: async () => (await import('./analyze.js')).analyze(),
  },
  eval: {
    summary: 'score run files against judgements (qrels)',
    load: async () => (await import('./eval.js')).evaluation(),
  },
  leaderboard: {
    summary: 'show the records of a folder as a table',
    load: async () => (await import('./leaderboard.js')).leaderboard(),
  },
  export: {
    summary:
      'write results as files for MTEB, R2MED, trec_eval, papers and programs, as charts, or as a site',
    load: async () => (await import('./export.js')).exportCommand(),
  },
  submit: {
    summary: 'check what leaderboards of others would find missing in records',
    load: async () => (await import('./submit.js')).submit(),
  },
  web: {
    summary:
      'open the page: leaderboard, systems, tasks and queries of your records and of what was published',
    load: async () => (await import('./web.js')).web(),
  },
  check: {
    summary: 'verify records: files unchanged, scores reproducible from the rankings',
    load: async () => (await import('./check.js')).check(),
  },
  compare: {
    summary: 'compare systems: difference, interval, significance tests, queries won and lost',
    load: async () => (await import('./compare.js')).compare(),
  },
  explain: {
    summary: 'explain a query: where its relevant documents are, and why each hit scores as it does',
    load: async () => (await import('./explain.js')).explain(),
  },
  search: {
    summary: 'search a task by hand with any system, hits explained',
    load: async () => (await import('./search.js')).search(),
  },
  nano: {
    summary:
      'small tasks for development: profile, build, agreement with the full tasks, cost of vector compression',
    load: async () => (await import('./nano.js')).nano(),
  },
  audit: {
    summary: 'audit tasks: are they sound, how much reasoning do they need, what leaks?',
    load: async () => (await import('./audit.js')).audit(),
  },
  review: {
    summary: 'let experts review items on a page: plan, serve, status, agreement, export',
    load: async () => (await import('./review.js')).review(),
  },
  build: {
    summary: 'make a task of exam questions, posts and cases, step by step',
    load: async () => (await import('./build.js')).build(),
  },
  engine: {
    summary: 'look after a search engine that holds corpora: status, load, drop',
    load: async () => (await import('./engine.js')).engine(),
  },
  reproduce: {
    summary: 'run published systems again: same, higher or lower than published',
    load: async () => (await import('./reproduce.js')).reproduce(),
  },
  doctor: {
    summary: 'check the installation: what works, what is missing, how to fix it',
    load: async () => (await import('./doctor.js')).doctor(),
  },
} satisfies Record<string, Verb>;

export type VerbName = keyof typeof verbs;
