import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RULES } from './import-rules.js';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

const filesAndTests = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map((file) => file.split('\\').join('/'))
  .sort();
const files = filesAndTests.filter((file) => !/\.test\.tsx?$/.test(file));

const stationOf = (file: string): string => file.split('/')[0]!;

const importsOf = (file: string): readonly string[] => {
  const text = readFileSync(join(SRC, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const fixed = text.matchAll(/^(?:import|export)\s(?:[^';]*\sfrom\s)?'([^']+)'/gm);
  const late = text.matchAll(/\bimport\(\s*'([^']+)'/g);
  return [...fixed, ...late].map(([, specifier]) => specifier!);
};

const isNode = (specifier: string): boolean =>
  specifier.startsWith('node:') || builtinModules.includes(specifier);

const mayImport = (file: string, specifier: string): boolean => {
  const station = stationOf(file);
  const { stations, node, packages = [] } = RULES[station]!;
  if (isNode(specifier)) return node;
  if (!specifier.startsWith('.'))
    return packages.includes(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  const target = relative(SRC, resolve(SRC, dirname(file), specifier))
    .split('\\')
    .join('/');
  // Only the build of the pages reads styles, each beside what it is the style of; both pages have the same look.
  if (target.endsWith('.css'))
    return target.startsWith(`${station}/`)
      ? ['page', 'review-page'].includes(station)
      : station === 'review-page' && target.startsWith('page/styles/');
  const other = stationOf(target).replace(/\.js$/, '.ts');
  if (other === station) return true;
  const entrance = other.endsWith('.ts')
    ? target === other.replace(/\.ts$/, '.js')
    : target === `${other}/index.js`;
  return stations.includes(other) && entrance;
};

describe('import rules', () => {
  it('every folder and file at the top of src has a rule', () => {
    expect([...new Set(files.map(stationOf))].filter((station) => !(station in RULES))).toEqual([]);
  });

  it('hold in every file', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => !mayImport(file, specifier))
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are those that ARCHITECTURE.md tells', () => {
    const page = readFileSync(join(SRC, '../..', 'ARCHITECTURE.md'), 'utf8');
    const [, table = ''] = /^\| Folder \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(page) ?? [];
    const told = table
      .trim()
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .flatMap(([, folders, stations, node]) =>
        folders!
          .split(', ')
          .map(
            (folder) => [folder, { stations: stations!.split(', ').sort(), node: node === 'yes' }] as const,
          ),
      );
    const rules = Object.entries(RULES)
      .filter(([folder]) => folder !== 'index.ts')
      .map(([folder, { stations, node }]) => {
        const said = stations.includes('experiment')
          ? ['everything above']
          : stations.length > 0
            ? [...stations]
            : ['–'];
        return [folder, { stations: said.sort(), node }] as const;
      });
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(rules));
  });

  it('no file imports itself through others', () => {
    const graph = new Map(
      files.map((file) => [
        file,
        importsOf(file)
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => relative(SRC, resolve(SRC, dirname(file), specifier)).replace(/\.js$/, '.ts'))
          .map((target) => (files.includes(target) ? target : target.replace(/\.ts$/, '.tsx')))
          .filter((target) => !target.endsWith('.css')),
      ]),
    );
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) throw new Error(`cycle: ${[...path, file].join(' → ')}`);
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(done.size).toBe(files.length);
  });
});

describe('ARCHITECTURE.md', () => {
  const sections = readFileSync(join(SRC, '../..', 'ARCHITECTURE.md'), 'utf8')
    .split(/^## /m)
    .map((text) => ({ text, folder: /^\[src\/([a-z-]+)\]/.exec(text)?.[1] }))
    .filter(({ folder }) => folder !== undefined);
  const isIn = (folder: string, name: string): boolean =>
    files.some((file) => file.startsWith(`${folder}/`) && `/${file}`.includes(`/${name}`));

  it('has a section for each folder', () => {
    const told = new Set(sections.map(({ folder }) => folder));
    expect([...new Set(files.map(stationOf))].filter((each) => !told.has(each))).toEqual(['index.ts']);
  });

  it('names files and folders that are there', () => {
    const gone = sections.flatMap(({ text, folder }) =>
      [...text.matchAll(/`([a-z0-9-]+(?:\.ts|\/))`/g)]
        .map(([, name]) => name!)
        .filter((name) => !isIn(folder!, name) && !files.some((file) => file.startsWith(name)))
        .map((name) => `${folder}: ${name}`),
    );
    // In the hub's cache.
    expect(gone).toEqual(['hub: refs/']);
  });

  it('names every folder of retrieval', () => {
    const { text } = sections.find(({ folder }) => folder === 'retrieval')!;
    const folders = files.flatMap((file) => /^retrieval\/([a-z0-9-]+\/)/.exec(file)?.[1] ?? []);
    expect([...new Set(folders)].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('files', () => {
  const lengthOf = (file: string): number => readFileSync(join(SRC, file), 'utf8').split('\n').length - 1;

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
        readFileSync(join(SRC, file), 'utf8').replace(/^\s*\*.*$/gm, ''),
      ),
    );
    // ending.ts waits until all is written, and says what ended the process; node-tools.ts hands stderr to the terminal.
    expect(printing).toEqual(['cli/ending.ts', 'cli/output.ts', 'node/node-tools.ts', 'node/terminal.ts']);
    const direct = ['cli/ending.ts', 'node/node-tools.ts'].filter((file) =>
      /process\.(stdout|stderr)\.write/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(direct).toEqual([]);
  });

  it('are named after a concept', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/.test(file))).toEqual([]);
  });

  it('keep no mutable state of a module', () => {
    const mutable = files.filter((file) => /^(export )?let /m.test(readFileSync(join(SRC, file), 'utf8')));
    expect(mutable).toEqual([]);
  });
});
