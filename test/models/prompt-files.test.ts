import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentsById, type Query } from '../../src/core/index.js';
import { exampleLeak, openPrompts } from '../../src/models/prompts/index.js';
import { placeholdersIn } from '../../src/models/prompts/prompts.js';
import { dataPath } from '../../src/platform/node/index.js';
import { openTask, suite } from '../../src/tasks/index.js';

const FILES = readdirSync(dataPath('prompts'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.split('\\').join('/'))
  .filter((file) => file.endsWith('.txt'));
const NAMES = [...new Set(FILES.map((file) => dirname(file)))].sort();
const read = (file: string): string => readFileSync(dataPath(`prompts/${file}`), 'utf8');
const tasksOf = (name: string): readonly string[] =>
  FILES.filter((file) => dirname(file) === name).map((file) => basename(file, '.txt'));

const R2MED = suite('r2med').tasks.map(({ name }) => name);

describe('files of data/prompts', () => {
  const prompts = openPrompts();

  it.each(FILES)('%s is UTF-8 with plain line ends, and ends in a newline', (file) => {
    const text = read(file);
    expect(text).not.toMatch(/[\r\ufeff\ufffd]/);
    expect(text).toMatch(/\n$/);
  });

  it.each(NAMES)('%s is worded for every task, and in the same places', (name) => {
    expect(tasksOf(name)).toContain('default');
    const places = tasksOf(name).map((task) => [...placeholdersIn(prompts.template(name, task))].sort());
    expect(new Set(places.map((of) => of.join())).size).toBe(1);
  });

  it.each(NAMES)('%s is worded for no task that does not exist', (name) => {
    expect(tasksOf(name).filter((task) => task !== 'default' && !R2MED.includes(task))).toEqual([]);
  });

  it('are listed in the README, each name with its places', () => {
    const readme = read('README.md');
    for (const name of NAMES) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
      expect(row, name).toBeDefined();
      expect([...row!.matchAll(/`\{([A-Z]+)\}`/g)].map(([, place]) => place).sort()).toEqual(
        [...placeholdersIn(prompts.template(name, 'default'))].sort(),
      );
    }
  });
});

describe('the example blocks of query2doc', () => {
  /** Words of the reference's blocks; ours are near them, so that prompts cost about the same. */
  const WORDS: Readonly<Record<string, number>> = {
    Biology: 336,
    Bioinformatics: 351,
    'Medical-Sciences': 340,
    'MedXpertQA-Exam': 549,
    'MedQA-Diag': 477,
    'PMC-Treatment': 737,
    'PMC-Clinical': 674,
    'IIYi-Clinical': 890,
  };
  const prompts = openPrompts();
  const block = (task: string): string => prompts.template('query2doc/examples', task).text;
  const TASKS = [...R2MED, 'default'];

  it.each(TASKS)('%s: pairs under the labels that the template asks under', (task) => {
    const asking = prompts.template('query2doc', task).text.split('\n').slice(-2);
    const labels = asking.map((line) => line.split(':')[0]!);
    const found = [...block(task).matchAll(/^(Post|Exam|Case|Question|Passage|Similar Case): /gm)];
    const pairs = task === 'IIYi-Clinical' ? 1 : 2;
    expect(found.map(([, label]) => label)).toEqual(Array.from({ length: pairs }, () => labels).flat());
    expect(block(task).startsWith(`${labels[0]}: `)).toBe(true);
  });

  it.each(Object.entries(WORDS))('%s: about %i words', (task, words) => {
    const own = block(task).split(/\s+/).length;
    expect(Math.abs(own - words) / words).toBeLessThan(0.1);
  });

  it('are not about a query of the sample suite, of whatever task, nor copied from its documents', async () => {
    const queries: Query[] = [];
    const runs = new Map<string, string>();
    for (const { name } of suite('sample').tasks) {
      const task = await openTask('sample', name);
      queries.push(...task.queries);
      const texts = [...task.queries, ...(await documentsById(task.corpus)).values()];
      for (const { id, text } of texts) for (const run of runsOf(text)) runs.set(run, id);
    }
    expect(queries.length).toBeGreaterThan(60);
    for (const task of TASKS) {
      expect(exampleLeak(block(task), queries), task).toBeUndefined();
      expect(
        [...runsOf(block(task))].filter((run) => runs.has(run)).map((run) => `${run} (${runs.get(run)})`),
        task,
      ).toEqual([]);
    }
  });
});

/** Stricter than a leak: a run of eight words is somebody's sentence. */
const runsOf = (text: string): ReadonlySet<string> => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.map((_, i) => words.slice(i, i + 8).join(' ')).slice(0, Math.max(0, words.length - 7)),
  );
};
