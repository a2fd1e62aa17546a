import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verbs } from '../../src/cli/commands/index.js';
import { type Called, startR2med, temporaryFolder } from '../support/command.js';
import { eightQueries } from '../support/generating.js';
import { r2med } from '../support/in-process.js';
import { reviewFolder } from '../support/review-folder.js';

const WORD = /(?:[\w./:=,@%+-]|'[^']*'|\\')+/y;
/** Words of a sentence after a command. */
const SENTENCE = new Set(['and', 'brings', 'calls', 'if', 'lists', 'or', 'then', 'with']);

/** The commands in a text, each as the words a shell makes of it. */
const commandsIn = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(new RegExp(`\\br2med (?=(?:${Object.keys(verbs).join('|')})\\b)`, 'g'))].map(
    ({ index }) => {
      const words: string[] = [];
      WORD.lastIndex = index + 'r2med '.length;
      for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
        const ended = match[0].endsWith(',');
        const word = match[0].replace(/[,.]$/, '');
        if (SENTENCE.has(word)) break;
        words.push(word.replaceAll(/'([^']*)'|\\'/g, (_, quoted: string | undefined) => quoted ?? "'"));
        if (ended || text[WORD.lastIndex] !== ' ') break;
        WORD.lastIndex++;
      }
      return words;
    },
  );

/** A folder whose names a shell would split, with a task and caches that all commands share. */
const place = () => {
  const cwd = join(temporaryFolder(), "it's a place");
  const data = join(cwd, 'my data');
  mkdirSync(cwd);
  cpSync(eightQueries(), data, { recursive: true });
  // No hub is reached: what is to be fetched fails as work, not as usage.
  const env = { R2MED_HOME: join(cwd, 'home'), HF_HOME: join(cwd, 'hub'), HF_ENDPOINT: 'http://127.0.0.1:1' };
  const call = (...words: readonly string[]): Promise<Called> => r2med(words, { cwd, env });
  /** Runs a command as it was printed, where it was printed. */
  const again = async (words: readonly string[]): Promise<number | null> => {
    if (words[0] !== 'web' && !(words[0] === 'review' && words[1] === 'serve'))
      return (await call(...words)).code;
    const served = startR2med([...words, '--port', '0'], { cwd, env });
    await served.said('Ctrl-C');
    served.kill('SIGINT');
    return (await served.done).code;
  };
  return { cwd, data, call, again };
};

type Place = ReturnType<typeof place>;
const SAMPLE = ['--suite', 'sample', '--task', 'MedQA-Diag'];
const RESULTS = ['--results', 'my results'];
const OUT = ['--out', 'my results'];

interface Situation {
  /** The beginnings of the commands that it prints. */
  readonly prints: readonly string[];
  does(at: Place): Promise<Called>;
}

const shard = ({ call }: Place, part: string): Promise<Called> =>
  call('run', ...SAMPLE, '--system', 'bm25', '--shard', part, ...OUT);

const SITUATIONS: Readonly<Record<string, Situation>> = {
  'a run on the sample': {
    prints: ['explain', 'web'],
    does: ({ call }) => call('run', ...SAMPLE, '--system', 'bm25', ...OUT),
  },
  'a run on a folder': {
    prints: ['explain', 'web'],
    does: ({ call }) => call('run', '--data', 'my data', '--system', 'bm25 > top(5)', ...OUT),
  },
  'a comparison': {
    prints: ['explain'],
    does: async ({ call }) => {
      await call('run', ...SAMPLE, '--retriever', 'bm25,lsa', ...OUT);
      return call('compare', 'bm25', 'lsa', ...RESULTS);
    },
  },
  'no results': { prints: ['run'], does: ({ call }) => call('leaderboard', ...RESULTS) },
  'an unknown system': { prints: ['run'], does: ({ call }) => call('compare', 'bm25', 'lsa', ...RESULTS) },
  'a value that is to be found': {
    prints: ['tune'],
    does: ({ call }) => call('run', ...SAMPLE, '--system', 'bm25(k1=0.9..1.2)'),
  },
  'a folder that is fetched': { prints: ['run'], does: ({ call }) => call('fetch', '--data', 'my data') },
  'a task that is not here': {
    prints: ['fetch'],
    does: ({ call }) => call('run', '--task', 'Biology', '--system', 'bm25', '--offline'),
  },
  'an import': {
    prints: ['audit', 'run'],
    does: ({ call }) => call('import', 'my data', '--out', 'my task'),
  },
  'the last shard': {
    prints: ['merge'],
    does: async (at) => {
      await shard(at, '1/2');
      return shard(at, '2/2');
    },
  },
  'a shard that is missing': {
    prints: ['run'],
    does: async (at) => {
      await shard(at, '1/2');
      return at.call('merge', ...RESULTS);
    },
  },
  'a record that was changed': {
    prints: ['check'],
    does: async ({ call, cwd }) => {
      await call('run', ...SAMPLE, '--system', 'bm25', ...OUT);
      writeFileSync(join(cwd, 'my results', 'bm25', 'MedQA-Diag', 'queries.jsonl'), '');
      return call('run', ...SAMPLE, '--system', 'bm25', ...OUT);
    },
  },
  'a plan of a review': {
    prints: ['review serve'],
    does: async ({ call, cwd }) => {
      cpSync(reviewFolder(), join(cwd, 'my review'), { recursive: true });
      return call('review', 'plan', 'my review', '--reviewer', 'ann', '--reviewer', 'ben');
    },
  },
};

describe.each(Object.entries(SITUATIONS))('after %s', (_, { prints, does }) => {
  it(`these are printed and run as they stand: ${prints.join(', ')}`, async () => {
    const at = place();
    const { stdout, stderr } = await does(at);
    const commands = commandsIn(`${stdout}\n${stderr}`);
    const found = commands.map((words) => prints.find((print) => words.join(' ').startsWith(print)));
    expect([...new Set(found)].sort(), `${stdout}\n${stderr}`).toEqual([...prints].sort());
    for (const words of commands) {
      const code = await at.again(words);
      // Nothing can be fetched here; a usage error would be 2.
      expect([0, ...(words[0] === 'fetch' ? [1] : [])], words.join(' ')).toContain(code);
    }
    rmSync(at.cwd, { recursive: true });
  });
});
