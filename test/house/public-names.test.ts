import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { publicSurface } from '../../scripts/write/public-surface.js';
import { built } from '../support/built.js';
import { writtenFolder } from '../support/written-folder.js';

/** A new name is paid for by one that nobody needs: raise it only where a user must name something. */
const MOST_NAMES = 450;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The names of every path to import from, as docs/api.txt lists them. */
const surface: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  page('docs/api.txt')
    .split('\n## ')
    .slice(1)
    .map((section) => {
      const [subpath = '', ...lines] = section.split('\n').filter((line) => line !== '');
      const names = lines.map(
        (line) => /^(?:(?:abstract )?(?:const|function|class|interface|type) )?(\w+)/.exec(line)![1]!,
      );
      return [subpath, new Set(names)];
    }),
);
const contents = surface.get('r2med')!;

/** `npm run write -- api` for another package. */
const api = (root: string, ...flags: readonly string[]) => {
  const args = [join(ROOT, 'scripts/write.js'), 'api', '--root', root, ...flags];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

describe('docs/api.txt', () => {
  const library = (declaration: string, listed: string) =>
    writtenFolder({
      'package.json': JSON.stringify({ exports: { '.': { types: './dist/index.d.ts' } } }),
      'dist/index.d.ts':
        "import { inner } from './inner.js';\nexport { inner };\nexport * from './star.js';\n",
      'dist/inner.d.ts': declaration,
      'dist/star.d.ts':
        '/** A shape. */\nexport interface Shape {\n    /** How many; "a" or {b}. */\n    readonly sides: number;\n}\n',
      'docs/api.txt': listed,
    });
  const HEAD =
    'Every public name of r2med, by the path to import it from. Written by npm run write -- api; not edited by hand.';
  const listed = (inner: string) =>
    `${HEAD}\n\n## r2med\n\ninterface Shape { readonly sides: number; }\n${inner}\n`;

  it('shows a changed signature as the line before and the line after', () => {
    const documented =
      '/** Adds. */\nexport declare const inner: (a: number) => import("./star.js").Shape;\n';
    const folder = library(documented, listed('const inner: (a: number) => Shape'));
    expect(api(folder, '--check')).toEqual({ status: 0, said: '' });
    const behind = library(documented, listed('const inner: () => Shape'));
    expect(api(behind, '--check')).toEqual({
      status: 1,
      said: [
        '- const inner: () => Shape',
        '+ const inner: (a: number) => Shape',
        'docs/api.txt is behind the code: run npm run write -- api, and look at what changed\n',
      ].join('\n'),
    });
  });

  it('is not written without complaint for a name that is not documented', () => {
    const folder = library('export declare const inner: 1;\n', listed('const inner: 1'));
    expect(api(folder, '--check')).toEqual({ status: 1, said: 'api: r2med: inner has no documentation\n' });
  });

  it('names a schema and the members of a table, and writes out neither', () => {
    const members = Array.from({ length: 20 }, (_, i) => `readonly key${i}: (a: { b: 1; }) => void;`).join(
      ' ',
    );
    const schema = `/** A schema. */\nexport declare const inner: z.ZodObject<{ ${members} }, z.core.$strip>;\n`;
    const table = `/** A table. */\nexport declare const inner: { ${members} };\n`;
    const keys = Array.from({ length: 20 }, (_, i) => `key${i}`).join(', ');
    for (const [declaration, line] of [
      [schema, 'const inner: z.ZodObject<…>'],
      [table, `const inner: { ${keys} }`],
    ] as const)
      expect(api(library(declaration, listed(line)), '--check')).toEqual({ status: 0, said: '' });
  });

  it('has no line that nobody reads to its end', () => {
    const long = page('docs/api.txt')
      .split('\n')
      .filter((line) => line.length > 1000);
    expect(long).toEqual([]);
  });
});

describe('public names', () => {
  it('are about four hundred', () => {
    expect(new Set([...surface.values()].flatMap((names) => [...names])).size).toBeLessThanOrEqual(
      MOST_NAMES,
    );
  });

  it('have one meaning each, whatever they are imported from', () => {
    const meanings = new Map<string, Set<string>>();
    for (const { names } of publicSurface(ROOT))
      for (const { name, identity } of names)
        meanings.set(name, (meanings.get(name) ?? new Set()).add(identity));
    expect([...meanings].filter(([, of]) => of.size > 1).map(([name, of]) => [name, ...of])).toEqual([]);
  });
});

describe('the contents page', () => {
  it('has about sixty names', () => {
    expect(contents.size).toBeLessThanOrEqual(70);
  });

  it('has one meaning of Hit: a document found; the measure of that name is HitRate', async () => {
    const { HitRate } = await built<{ HitRate: { at(k: number): { name: string } } }>('evaluation/public.js');
    expect(HitRate.at(10).name).toBe('Hit@10');
    expect(contents.has('Hit')).toBe(true);
    expect(contents.has('RankedHit')).toBe(false);
  });
});

it('documentation, examples and experiments import public names', () => {
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
  expect(imports.filter(({ from, name }) => !surface.get(from)?.has(name))).toEqual([]);
});
