import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** Where files are written: src/platform/node/STORAGE.md is its contract. */
const LAYER = 'platform/node/';

/** Names of node:fs that only read. */
const READING = new Set([
  ...[
    'access',
    'accessSync',
    'closeSync',
    'constants',
    'createReadStream',
    'existsSync',
    'fstatSync',
    'lstat',
  ],
  ...[
    'lstatSync',
    'open',
    'openSync',
    'read',
    'readFile',
    'readFileSync',
    'readSync',
    'readdir',
    'readdirSync',
  ],
  ...[
    'readlink',
    'readlinkSync',
    'realpath',
    'realpathSync',
    'stat',
    'statSync',
    'Dirent',
    'FileHandle',
    'Stats',
  ],
  ...['watch', 'FSWatcher', 'statfsSync', 'opendir', 'writeSync'],
]);

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));

const imported = (text: string): readonly string[] =>
  [...text.matchAll(/import (?:type )?([^;]*?) from 'node:fs(?:\/promises)?';/g)].flatMap(([, names = '']) =>
    names.startsWith('{')
      ? names
          .slice(1, -1)
          .split(',')
          .map(
            (name) =>
              name
                .trim()
                .replace(/^type /, '')
                .split(' as ')[0]!,
          )
          .filter(Boolean)
      : ['everything'],
  );

it('files are written by one layer alone', () => {
  const strays = sources
    .filter(({ path }) => !path.startsWith(LAYER))
    .flatMap(({ path, text }) =>
      imported(text).flatMap((name) => (READING.has(name) ? [] : [`${path}: ${name}`])),
    );
  expect(strays).toEqual([]);
});

it('elsewhere files are opened to read, and bytes are written to standard streams alone', () => {
  const opened = sources
    .filter(({ path, text }) => !path.startsWith(LAYER) && imported(text).some((name) => /^open/.test(name)))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bopen(?:Sync)?\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].flatMap(([call, words = '']) =>
        /,\s*(?!'r'|undefined|constants\.O_RDONLY)\S/.test(words) && /'(w|a|r\+|wx|ax)/.test(words)
          ? [`${path}: ${call}`]
          : [],
      ),
    );
  const written = sources.flatMap(({ path, text }) =>
    path.startsWith(LAYER)
      ? []
      : [...text.matchAll(/\bwriteSync\(([^,]*),/g)].flatMap(([call, to = '']) =>
          /std(out|err)\.fd|^[12]$/.test(to) ? [] : [`${path}: ${call}`],
        ),
  );
  expect({ opened, written }).toEqual({ opened: [], written: [] });
});

it('no module takes all of node:fs by another way', () => {
  const others = sources.flatMap(({ path, text }) =>
    /(import\(|require\()['"](node:)?fs|from '(fs|fs\/promises)'|getBuiltinModule/.test(text) ? [path] : [],
  );
  expect(others).toEqual([]);
});
