import { expect, it } from 'vitest';
import { verbs } from '../../src/cli/commands/index.js';
import { startR2med } from '../support/command.js';

/** Starts a program in a folder that is gone by then. */
const GONE = ['sh', '-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', 'sh'];

/** What a verb must be given before it does anything; those of parts get one of them. */
const WORDS: Readonly<Partial<Record<string, readonly string[]>>> = {
  generate: ['--method', 'hyde', '--llm', 'sample-writer', '--suite', 'sample'],
  embed: ['--retriever', 'bm25', '--suite', 'sample', '--out', 'vectors'],
  prompts: ['import', '--from', 'src', '--out', 'prompts'],
  judge: ['--gar', 'hyde', '--llm', 'sample-writer', '--suite', 'sample'],
  answer: ['--system', 'bm25', '--llm', 'sample-writer', '--judge', 'sample-writer', '--suite', 'sample'],
  eval: ['--judgements', 'qrels.txt', '--run', 'run.trec'],
  analyze: ['gout'],
  import: ['mine', '--out', 'task'],
  export: ['csv', '--out', 'tables'],
  compare: ['bm25', 'lsa'],
  search: ['gout', '--suite', 'sample', '--task', 'Biology'],
  nano: ['build', '--from', 'mine', '--out', 'nano'],
  review: ['status', 'review'],
  build: ['collect'],
  engine: ['status'],
  run: ['--suite', 'sample', '--retriever', 'bm25'],
  recipes: [],
  tune: ['--system', 'bm25(k1=?)', '--suite', 'sample'],
  completion: ['bash'],
};

it.runIf(process.platform === 'linux').each(Object.keys(verbs))(
  '%s in a working folder that was deleted says so',
  async (verb) => {
    const { code, stdout, stderr } = await startR2med([verb, ...(WORDS[verb] ?? [])], { within: GONE }).done;
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/^r2med: .*a working folder that was deleted or moved away.*\n *Fix: go to/),
    ]);
  },
);
