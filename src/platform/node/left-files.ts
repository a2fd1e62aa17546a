import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describeHolder, isLeft, parseHolder, unfinishedIn } from './owner.js';

/** Something that a killed process left and nobody owns. */
export interface LeftFile {
  readonly path: string;
  /** What it is. */
  readonly found: string;
}

/** A lease, and the one that was about to follow it. */
const LEASE = /^lease(\.[0-9a-f]{32}\.next|\.json)$/;

/** What killed processes left in a folder, and below it if `deep`. Links are not followed. */
export const leftIn = (folder: string, deep = true): readonly LeftFile[] => {
  const left: LeftFile[] = unfinishedIn(folder).map(({ path, of }) => ({
    path,
    found: of === undefined ? 'not finished' : `put aside for another ${basename(of)}`,
  }));
  const known = new Set(left.map(({ path }) => path));
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (known.has(path)) continue;
    if (entry.isDirectory() && deep) left.push(...leftIn(path));
    if (entry.isFile() && LEASE.test(entry.name)) left.push(...leftLease(path));
  }
  return left;
};

const entriesOf = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
};

const leftLease = (path: string): readonly LeftFile[] => {
  try {
    const { mtimeMs } = statSync(path);
    const holder = parseHolder(readFileSync(path, 'utf8'));
    if (!isLeft(holder, () => Date.now() - mtimeMs)) return [];
    return [{ path, found: `lease of ${describeHolder(holder)}, which has ended` }];
  } catch {
    return []; // Released meanwhile.
  }
};
