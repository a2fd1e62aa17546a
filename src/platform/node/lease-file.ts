import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { WorkError } from '../../core/index.js';
import { type LeaseHolder, parseHolder, unfinishedName } from './owner.js';

/** A link to nothing is there and cannot be read, so that looking again would never end. */
export const mustBeNoLink = (file: string): void => {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new WorkError(`${file}: a link in place of a lease`, 'delete it');
};

/** A lease as it was found. */
export interface SeenLease {
  readonly file: string;
  readonly content: string;
  readonly holder: LeaseHolder | undefined;
  readonly refreshed: number;
}

/** The lease of a file; undefined where there is none. */
export const readLease = (file: string): SeenLease | undefined => {
  try {
    const content = readFileSync(file, 'utf8');
    return { file, content, holder: parseHolder(content), refreshed: statSync(file).mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** By the clock that dates files there, which another host's is not. */
export const ageOf = ({ file: lease, refreshed }: SeenLease): number => {
  const file = unfinishedName(lease);
  try {
    writeFileSync(file, '');
    return statSync(file).mtimeMs - refreshed;
  } catch (error) {
    // The holder has just released it, and removed its folder: nobody has left it behind.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  } finally {
    rmSync(file, { force: true });
  }
};

/** Creates a file with all its content at once, unless it is there. */
export const createWhole = (file: string, content: string): boolean => {
  const unfinished = unfinishedName(file);
  try {
    // On the disk before its name: an empty lease after a loss of power would name nobody, and would be waited for.
    writeFileSync(unfinished, content, { flush: true });
    linkOrCopy(unfinished, file);
    return true;
  } catch (error) {
    // The one who made the folder may have removed it, empty as it was.
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
};

const linkOrCopy = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch (error) {
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    // Some file systems have no links.
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
};
