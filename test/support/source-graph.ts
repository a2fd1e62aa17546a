import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** From the ground up: a floor imports only floors before it. The contents page, `src/index.ts`, comes before `cli`. */
export const FLOORS = [
  'core',
  'platform',
  'models',
  'tasks',
  'search',
  'evaluation',
  'experiment',
  'analysis',
  'benchmarks',
  'web',
  'index.ts',
  'cli',
] as const;

const slashed = (path: string): string => path.split('\\').join('/');

/** Every file of the sources below `src`, tests as well. */
export const filesAndTests: readonly string[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map(slashed)
  .sort();

export const files: readonly string[] = filesAndTests.filter((file) => !/\.test\.tsx?$/.test(file));

export const textOf = (file: string): string => readFileSync(join(SRC, file), 'utf8');

export const floorOf = (file: string): string => file.split('/')[0]!;

/** A floor with an entrance of its own, and the command line, which has none, are one room each. */
const isOneRoom = (floor: string): boolean => floor === 'cli' || floor.includes('.') || entered.has(floor);
const entered = new Set(FLOORS.filter((floor) => existsSync(join(SRC, floor, 'index.ts'))) as string[]);

/** The room of a file: `search/fusion`, `core`; what stands directly on a floor of rooms (`search/public.ts`) is itself. */
export const roomOf = (file: string): string =>
  isOneRoom(floorOf(file)) ? floorOf(file) : file.split('/').slice(0, 2).join('/');

export const rooms: readonly string[] = [...new Set(files.map(roomOf))].filter((room) => !room.includes('.'));

export interface Import {
  readonly file: string;
  readonly specifier: string;
  /** The file below `src`, if it is one of ours. */
  readonly target?: string;
  /** The package, if it is one. */
  readonly package?: string;
  /** Is it a built-in module of Node? */
  readonly node: boolean;
}

const specifiersIn = (file: string): readonly string[] => {
  const text = textOf(file).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const fixed = text.matchAll(/^(?:import|export)\s(?:[^';]*\sfrom\s)?'([^']+)'/gm);
  const late = text.matchAll(/\bimport\(\s*'([^']+)'/g);
  return [...fixed, ...late].map(([, specifier]) => specifier!);
};

const known = new Set(files);

const importOf = (file: string, specifier: string): Import => {
  const node = specifier.startsWith('node:') || builtinModules.includes(specifier);
  if (specifier.startsWith('.')) {
    const path = slashed(relative(SRC, resolve(SRC, dirname(file), specifier))).replace(/\.js$/, '.ts');
    return { file, specifier, node, target: known.has(path) ? path : path.replace(/\.ts$/, '.tsx') };
  }
  if (node) return { file, specifier, node };
  return {
    file,
    specifier,
    node,
    package: specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'),
  };
};

export const importsOf = (file: string): readonly Import[] =>
  specifiersIn(file).map((specifier) => importOf(file, specifier));

export const imports: readonly Import[] = files.flatMap(importsOf);
