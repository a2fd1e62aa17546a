import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { r2med } from '../support/command.js';
import { rooms } from '../support/source-graph.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = join(ROOT, 'dist');
const BIN = join(ROOT, 'bin', 'r2med.js');

const loadedModules = (...command: readonly string[]): readonly string[] => {
  const script = join(ROOT, 'scripts', 'loaded-modules.js');
  const printed = execFileSync(process.execPath, [script, ...command], { encoding: 'utf8' });
  return printed.trim().split('\n').slice(0, -1);
};

const packagesOf = (modules: readonly string[]): readonly string[] => [
  ...new Set(modules.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])),
];

/** What these modules of ours take. */
const kilobytesOf = (modules: readonly string[]): number =>
  modules
    .filter((file) => !file.includes('node_modules/'))
    .reduce((sum, file) => sum + statSync(join(ROOT, file)).size / 1000, 0);

describe('a start loads only what it needs', () => {
  /** Kilobytes of our own that may be read: what the verb needs and little more. All of the command line has 2,700. */
  it.each([
    ['r2med --help', [BIN, '--help'], 160],
    ['r2med run --help', [BIN, 'run', '--help'], 160],
    ['r2med eval --help', [BIN, 'eval', '--help'], 560],
    ['r2med leaderboard --help', [BIN, 'leaderboard', '--help'], 760],
    ['a dry run', [BIN, 'run', '--suite', 'sample', '--retriever', 'bm25', '--dry-run'], 1700],
  ])('%s: the code of its verb, and no package but commander', (_, command, most) => {
    const modules = loadedModules(...command);
    expect(packagesOf(modules)).toEqual(['commander']);
    expect(kilobytesOf(modules)).toBeLessThanOrEqual(most);
  });

  it('the page: nothing that runs systems or draws a view other than the first', () => {
    expect(kilobytesOf(loadedModules(BIN, 'web', '--help'))).toBeLessThanOrEqual(800);
  });

  it('help reads few files', () => {
    expect(loadedModules(BIN, 'run', '--help').filter((file) => !file.includes('node_modules/'))).toEqual([
      'bin/r2med.js',
      'dist/cli/main.js',
      'dist/cli/run-help.js',
      'dist/cli/start.js',
      'dist/core/index.js',
    ]);
  });

  it('the library is one module for each room, and loads no package', () => {
    const modules = loadedModules(join(DIST, 'index.js'));
    expect(packagesOf(modules)).toEqual([]);
    expect(modules.length).toBeLessThanOrEqual(rooms.length);
  });
});

const compiled = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.js'),
);

describe('the bundle', () => {
  it('finds every file that it names by its own address: workers, and the package itself', () => {
    const named = compiled.flatMap((file) =>
      [
        ...readFileSync(join(DIST, file), 'utf8').matchAll(
          /new URL\(["`]([^"`$]+)[^,]*, import\.meta\.url\)/g,
        ),
      ].map(([, path]) => ({ file, path: path! })),
    );
    expect(named.map(({ path }) => path)).toContain('../platform/worker-thread.js');
    const lost = named.filter(
      ({ file, path }) => !existsSync(new URL(path, pathToFileURL(join(DIST, file)))),
    );
    expect(lost).toEqual([]);
  });

  it('has one class for an error, so an error of a module that imports the library has its exit code', () => {
    const holding = compiled.filter((file) =>
      /\bInputError = class\b/.test(readFileSync(join(DIST, file), 'utf8')),
    );
    expect(holding).toEqual([join('core', 'index.js')]);
  });

  it('has the licence of what it takes from a package', () => {
    const taken = compiled.filter((file) =>
      readFileSync(join(DIST, file), 'utf8').includes('// node_modules/'),
    );
    expect(taken.length).toBeGreaterThan(0);
    for (const file of taken)
      expect(readFileSync(join(DIST, file), 'utf8')).toContain(
        'Permission is hereby granted, free of charge',
      );
  });

  it('starts worker threads from the command line, which rank as one thread does', async () => {
    const text = (i: number): string => `finding${i} ${'of fever and gout '.repeat(60)}`;
    const folder = writtenFolder({
      'corpus.jsonl': jsonl(...Array.from({ length: 6000 }, (_, i) => ({ id: `d${i}`, text: text(i) }))),
      'query.jsonl': jsonl({ id: 'q', text: 'finding17 gout' }),
      'qrels.jsonl': jsonl({ q_id: 'q', p_id: 'd17', score: 1 }),
    });
    const ranked = async (threads: number): Promise<string> => {
      const out = writtenFolder();
      const flags = ['--no-cache', '--out', out, '--threads', `${threads}`];
      const { code, stderr } = await r2med(['run', '--data', folder, '--retriever', 'bm25', ...flags]);
      expect(code, stderr).toBe(0);
      return readFileSync(join(out, 'bm25', 'task', 'run.trec'), 'utf8');
    };
    expect(await ranked(9)).toBe(await ranked(1));
  });
});
