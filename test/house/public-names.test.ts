import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { built } from '../support/built.js';
import { writtenFolder } from '../support/written-folder.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const report = (...args: readonly string[]) => {
  const script = join(ROOT, 'scripts/write-api-report.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

interface Names {
  readonly public: ReadonlySet<string>;
  /** What the report says of each. */
  readonly deprecated: ReadonlyMap<string, string>;
}

/** The names of every path to import from, as docs/api.txt lists them. */
const surface: ReadonlyMap<string, Names> = new Map(
  page('docs/api.txt')
    .split('\n## ')
    .slice(1)
    .map((section) => {
      const [subpath = '', ...lines] = section.split('\n').filter((line) => line !== '');
      const old = lines
        .map((line) => /^deprecated (\w+): (.*)$/.exec(line))
        .filter((found) => found !== null);
      const now = lines
        .filter((line) => !line.startsWith('deprecated '))
        .map((line) => /^(?:(?:abstract )?(?:const|function|class|interface|type) )?(\w+)/.exec(line)![1]!);
      return [
        subpath,
        { public: new Set(now), deprecated: new Map(old.map(([, name, note]) => [name!, note!])) },
      ];
    }),
);
const contents = surface.get('r2med')!;

describe('docs/api.txt', () => {
  it('is what the package offers, every name of it documented', () => {
    // Behind? npm run api, and look at what changed.
    expect(report('--check')).toEqual({ status: 0, said: '' });
  });

  const library = (declaration: string, listed: string) =>
    writtenFolder({
      'package.json': JSON.stringify({ exports: { '.': { types: './dist/index.d.ts' } } }),
      'dist/index.d.ts':
        "import { inner } from './inner.js';\nexport { inner };\nexport * from '../star.js';\n",
      'dist/inner.d.ts': declaration,
      'dist/star.d.ts':
        '/** A shape. */\nexport interface Shape {\n    /** How many; "a" or {b}. */\n    readonly sides: number;\n}\n' +
        'export { \n/** @deprecated Renamed: use `Shape`. */\nShape as Form, } from "../star.js";\n'.replaceAll(
          '"',
          "'",
        ),
      'docs/api.txt': listed,
    });
  const HEAD =
    'Every public name of r2med, by the path to import it from. Written by scripts/write-api-report.js; not edited by hand.';
  const listed = (inner: string) =>
    `${HEAD}\n\n## r2med\n\ninterface Shape { readonly sides: number; }\n${inner}\ndeprecated Form: Renamed: use \`Shape\`.\n`;

  it('shows a changed signature as the line before and the line after', () => {
    const documented =
      '/** Adds. */\nexport declare const inner: (a: number) => import("../star.js").Shape;\n';
    const folder = library(documented, listed('const inner: (a: number) => Shape'));
    expect(report('--check', folder)).toEqual({ status: 0, said: '' });
    const behind = library(documented, listed('const inner: () => Shape'));
    expect(report('--check', behind)).toEqual({
      status: 1,
      said: [
        '- const inner: () => Shape',
        '+ const inner: (a: number) => Shape',
        'docs/api.txt is behind the code: run npm run api, and look at what changed\n',
      ].join('\n'),
    });
  });

  it('is not written without complaint for a name that is not documented', () => {
    const folder = library('export declare const inner: 1;\n', listed('const inner: 1'));
    expect(report('--check', folder)).toEqual({ status: 1, said: 'r2med: inner has no documentation\n' });
  });
});

describe('the contents page', () => {
  it('has about sixty names', () => {
    expect(contents.public.size).toBeLessThanOrEqual(70);
  });

  it('still has every name of 0.1.0, and those that moved are where it says', async () => {
    const lines = page('test/house/names-0.1.0.txt').trim().split('\n');
    const names = lines.map((line) => line.replace('type ', ''));
    expect(names.filter((name) => !contents.public.has(name) && !contents.deprecated.has(name))).toEqual([]);
    const module = await built<object>('index.js');
    const values = lines.filter((line) => !line.startsWith('type '));
    expect(values.filter((name) => !(name in module))).toEqual([]);
    const lost = [...surface.values()]
      .flatMap(({ deprecated }) => [...deprecated])
      .filter(([name, note]) => {
        const wanted = /use `(\w+)`/.exec(note)?.[1] ?? name;
        const [, from] = /from `(r2med\/[\w-]+)`/.exec(note) ?? [];
        return from !== undefined && !surface.get(from)?.public.has(wanted);
      });
    expect(lost).toEqual([]);
  });

  it('has one meaning of Hit: a document found; the measure of that name is HitRate', async () => {
    const { HitRate } = await built<{ HitRate: { at(k: number): { name: string } } }>('evaluation/public.js');
    expect(HitRate.at(10).name).toBe('Hit@10');
    expect(contents.public.has('Hit')).toBe(true);
    expect(contents.public.has('RankedHit')).toBe(false);
  });
});

it('documentation, examples and experiments import public names that stay', () => {
  const files = ['README.md', 'docs', 'examples', 'experiments', 'src'].flatMap((path) =>
    path.includes('.')
      ? [path]
      : readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
          .filter((file) => /\.(md|ts|js|mjs)$/.test(file) && !file.endsWith('.test.ts'))
          .map((file) => join(path, file)),
  );
  const imports = files.flatMap((file) =>
    [...page(file).matchAll(/import (?:type )?\{([^}]*)\} from '(r2med(?:\/[\w-]+)?)'/g)].flatMap(
      ([, list = '', from = '']) =>
        list
          .replace(/^\s*\*/gm, '')
          .split(',')
          .map(
            (name) =>
              name
                .trim()
                .replace(/^type /, '')
                .split(' as ')[0]!,
          )
          .filter((name) => name !== '')
          .map((name) => ({ file, from, name })),
    ),
  );
  expect(imports.length).toBeGreaterThan(50);
  expect(imports.filter(({ from, name }) => !surface.get(from)?.public.has(name))).toEqual([]);
});
