import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, filesAndTests, floorOf, importsOf, rooms, SRC, textOf } from '../support/source-graph.js';

const ROOT = join(SRC, '..');
const lengthOf = (file: string): number => textOf(file).split('\n').length - 1;

describe('the house', () => {
  it('has at most twelve entries in src', () => {
    expect(readdirSync(SRC).length).toBeLessThanOrEqual(12);
  });

  it('has at most ten subpaths for users', () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { exports: object };
    const subpaths = Object.keys(exports).filter((name) => name !== './package.json');
    expect(subpaths.length).toBeLessThanOrEqual(10);
  });

  it('has at most 132,200 lines: what is added is paid for by what is removed', () => {
    expect(files.reduce((sum, file) => sum + lengthOf(file), 0)).toBeLessThanOrEqual(132_200);
  });
});

describe('files', () => {
  it('import themselves through no others', () => {
    const graph = new Map(
      files.map((file) => [
        file,
        importsOf(file).flatMap(({ target }) => (target && !/\.(css|json)$/.test(target) ? [target] : [])),
      ]),
    );
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) throw new Error(`cycle: ${[...path, file].join(' → ')}`);
      if (done.has(file)) return;
      for (const next of graph.get(file)!) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(done.size).toBe(files.length);
  });

  it('have at most 300 lines, and so have their tests', () => {
    expect(filesAndTests.filter((file) => lengthOf(file) > 300)).toEqual([]);
  });

  it('nine in ten have at most 200 lines', () => {
    const sorted = files.map(lengthOf).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(200);
  });

  it('print through the one place for stdout and the one for stderr, which clean what they print', () => {
    const printing = files.filter((file) =>
      /process\.(stdout|stderr)\b(?!\.columns)|\bconsole\.|writeSync\([12]\b|stdio: '?inherit/.test(
        textOf(file).replace(/^\s*\*.*$/gm, ''),
      ),
    );
    // ending.ts waits until all is written, and says what ended the process; node-tools.ts hands stderr to the terminal.
    expect(printing.map((file) => file.split('/').at(-1))).toEqual([
      'ending.ts',
      'output.ts',
      'node-tools.ts',
      'terminal.ts',
    ]);
    expect(printing.map(floorOf)).toEqual(['cli', 'cli', 'platform', 'platform']);
    const direct = printing
      .filter((file) => /(ending|node-tools)\.ts$/.test(file))
      .filter((file) => /process\.(stdout|stderr)\.write/.test(textOf(file)));
    expect(direct).toEqual([]);
  });

  it('are named after a concept', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/.test(file))).toEqual([]);
  });

  it('look up a table by `own`, so that no content of a file finds what every object has, such as "constructor"', () => {
    const indexed = files.flatMap((file) => {
      const text = readFileSync(join(SRC, file), 'utf8');
      const tables = [...text.matchAll(/^(?:export )?const (\w+): (?:Readonly<\s*)?Record<\s*string\b/gm)];
      return tables.flatMap(([, name]) =>
        text.includes(`${name}[`) && new RegExp(`\\b${name}\\[`).test(text) ? [`${file}: ${name}`] : [],
      );
    });
    expect(indexed).toEqual([]);
  });

  it('keep no mutable state of a module', () => {
    expect(files.filter((file) => /^(export )?let /m.test(textOf(file)))).toEqual([]);
  });
});

describe('ARCHITECTURE.md and the pages of the floors', () => {
  const pages = ['ARCHITECTURE.md', ...rooms.map((room) => `src/${floorOf(room)}/README.md`)];

  it.each([...new Set(pages)])('%s names files and folders that are there', (page) => {
    const floor = /^src\/([\w-]+)/.exec(page)?.[1] ?? '';
    const text = readFileSync(join(ROOT, page), 'utf8');
    const gone = [...text.matchAll(/`([a-z0-9-]+(?:\/[a-z0-9-]+)*(?:\.tsx?|\/))`/g)]
      .map(([, name]) => name!)
      .filter((name) => !/^(src|test|scripts|bench|data|docs|dist)\//.test(name))
      .filter((name) => !files.some((file) => file.startsWith(floor) && `/${file}`.includes(`/${name}`)));
    expect(gone).toEqual([]);
  });
});
