import { join } from 'node:path';
import { type FolderFormatName, PARTS, type Part } from './formats/index.js';

export interface FoundFile {
  readonly path: string;
  /** As the format names it, so without `.gz`. */
  readonly name: string;
}

/** How far a folder is of a format. */
export interface FormatMatch {
  readonly format: FolderFormatName;
  /** All files of each part, the preferred one first. */
  readonly files: Readonly<Record<Part, readonly FoundFile[]>>;
}

/** A file with lines may be packed; a Parquet file is in itself. */
export const spellings = (name: string): readonly string[] =>
  name.endsWith('.parquet') ? [name] : [name, `${name}.gz`];

/** Which of the wanted files are among the names, the preferred one first. */
export const present = (
  folder: string,
  names: ReadonlySet<string>,
  wanted: readonly string[],
): readonly FoundFile[] =>
  wanted.flatMap((name) =>
    spellings(name)
      .filter((spelling) => names.has(spelling))
      .map((spelling) => ({ name, path: join(folder, spelling) })),
  );

export const missingParts = ({ files }: FormatMatch): readonly Part[] =>
  PARTS.filter((part) => files[part].length === 0);
