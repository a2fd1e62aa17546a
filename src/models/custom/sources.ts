import { readFile, stat } from 'node:fs/promises';
import { dirname, extname, relative, resolve } from 'node:path';
import { sha256 } from '../../platform/node/index.js';

/** SHA-256 in hex by path, paths relative to where they are named. */
export type Hashes = Readonly<Record<string, string>>;

/** Scripts and their settings are smaller; what is larger is a model or an interpreter. */
const LARGEST_SCRIPT_BYTES = 1 << 20;

/** The scripts a command names: every word that is a small file, and the program itself if it is a script. */
export const namedFiles = async (words: readonly string[], cwd: string): Promise<Hashes> => {
  const found = await Promise.all(
    words.map(async (word, i) => {
      const bytes = await contentOf(resolve(cwd, word), LARGEST_SCRIPT_BYTES);
      if (!bytes || (i === 0 && bytes.subarray(0, 2).toString() !== '#!')) return [];
      return [[word, sha256(bytes)] as const];
    }),
  );
  return Object.fromEntries(found.flat());
};

/** Import, re-export and require of a relative path; one that is in a comment or a text does no harm. */
const RELATIVE_IMPORT = /\b(?:from|import|require)\s*(?:\(\s*)?(['"])(\.{1,2}\/[^'"\n]+)\1/g;
const CODE = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts']);
/** What `require` adds to a path. */
const ADDED = ['', '.js', '.json', '.cjs', '/index.js'];

/**
 * The files a module imports by relative paths, and those that they import. Packages and files read at run time are not
 * among them: they are what a module's `version` is for.
 */
export const importedFiles = async (module: string): Promise<Hashes> => {
  const hashes = new Map<string, string>();
  const seen = new Set([module]);
  const follow = async (file: string, source: string): Promise<void> => {
    if (!CODE.has(extname(file))) return;
    for (const [, , path] of source.matchAll(RELATIVE_IMPORT)) {
      const found = await firstFile(ADDED.map((added) => resolve(dirname(file), path! + added)));
      if (!found || seen.has(found.file)) continue;
      seen.add(found.file);
      hashes.set(relative(dirname(module), found.file).replaceAll('\\', '/'), sha256(found.bytes));
      await follow(found.file, found.bytes.toString());
    }
  };
  await follow(module, await readFile(module, 'utf8'));
  return Object.fromEntries([...hashes].sort(([a], [b]) => (a < b ? -1 : 1)));
};

const firstFile = async (
  files: readonly string[],
): Promise<{ readonly file: string; readonly bytes: Buffer } | undefined> => {
  for (const file of files) {
    const bytes = await contentOf(file, Number.POSITIVE_INFINITY);
    if (bytes) return { file, bytes };
  }
  return undefined;
};

/** A file's bytes; nothing for what is not a file, not readable or too large. */
const contentOf = async (file: string, largest: number): Promise<Buffer | undefined> => {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() && found.size <= largest ? readFile(file).catch(() => undefined) : undefined;
};
