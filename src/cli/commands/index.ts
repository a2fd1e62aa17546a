import type { Command } from 'commander';

interface Verb {
  readonly summary: string;
  /** Loads the verb's options and work; nothing heavy is imported before. */
  load(): Promise<Command>;
}

/** The verbs, in the order a newcomer meets them. */
export const verbs = {
  run: {
    summary: 'run systems on tasks: print the table, keep records',
    load: async () => (await import('./run-help.js')).run(),
  },
  generate: {
    summary: 'write texts for queries with a language model: HyDE, query2doc, LameR, search agents',
    load: async () => (await import('./generate.js')).generate(),
  },
  prompts: {
    summary: "import the reference's prompts from your clone of its code",
    load: async () => (await import('./prompts.js')).prompts(),
  },
  judge: {
    summary: 'say whether the answers in generated texts are right, and how that goes with the search',
    load: async () => (await import('./judge.js')).judge(),
  },
  tasks: {
    summary: 'list suites and tasks, and what is on this machine',
    load: async () => (await import('./tasks.js')).tasks(),
  },
  models: {
    summary: 'list models, and what is ready on this machine',
    load: async () => (await import('./models.js')).models(),
  },
  fetch: {
    summary: 'download tasks, published generations and models; resumes and verifies',
    load: async () => (await import('./fetch.js')).fetch(),
  },
  analyze: {
    summary: 'show the tokens an analyzer makes of a text',
    load: async () => (await import('./analyze.js')).analyze(),
  },
  eval: {
    summary: 'score any run file against any judgements file',
    load: async () => (await import('./eval.js')).evaluation(),
  },
  leaderboard: {
    summary: 'the table of the records in a folder',
    load: async () => (await import('./leaderboard.js')).leaderboard(),
  },
  check: {
    summary: 'verify the records in a folder: files unchanged, scores what the rankings give',
    load: async () => (await import('./check.js')).check(),
  },
  compare: {
    summary: 'is one system better than another: difference, interval, tests, and where it wins',
    load: async () => (await import('./compare.js')).compare(),
  },
  nano: {
    summary: 'small sets for development: profile, build, how faithful they are, what smaller vectors cost',
    load: async () => (await import('./nano.js')).nano(),
  },
  reproduce: {
    summary: 'run a published row again and say same, higher or lower',
    load: async () => (await import('./reproduce.js')).reproduce(),
  },
  doctor: {
    summary: 'what of this machine is ready, what is missing, what mends it',
    load: async () => (await import('./doctor.js')).doctor(),
  },
} satisfies Record<string, Verb>;

export type VerbName = keyof typeof verbs;
