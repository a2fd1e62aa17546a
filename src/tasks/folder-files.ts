import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { fileSha256, gzipError, readError, sha256 } from '../platform/node/index.js';
import { BEIR_SPLITS, type FolderFormatName, folderFormats, PARTS, type Part } from './formats/index.js';

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

/** What a name of a format has for the name of a split. */
export const SPLIT = '{split}';

/** `FOLDER#SPLIT` in two, or the folder alone; a folder whose own name holds the mark is that folder. */
export const folderAndSplit = (path: string): { readonly folder: string; readonly split?: string } => {
  const mark = path.lastIndexOf('#');
  if (mark <= 0 || mark === path.length - 1 || path.includes('/', mark) || isFolder(path))
    return { folder: path };
  return { folder: path.slice(0, mark), split: path.slice(mark + 1) };
};

/** The tasks that a path represents: `FOLDER#SPLIT` for each split where there are several, else the path itself. */
export const tasksIn = (path: string): readonly string[] => {
  const { folder, split } = folderAndSplit(path);
  const splits = split === undefined ? splitsIn(folder) : [];
  return splits.length > 1 ? splits.map((name) => `${folder}#${name}`) : [path];
};

/** Whether a folder has a split of this name. */
export const hasSplit = (folder: string, split: string): boolean => splitsIn(folder).includes(split);

/** The splits of a folder; none of what is not a Nano folder. */
export const splitsIn = (folder: string): readonly string[] => splitsOf(filesBelow(folder));

/** The splits of which a folder has every part, in the order of their names. */
export const splitsOf = (names: ReadonlySet<string>): readonly string[] => {
  const [corpus, ...others] = Object.values(folderFormats.nano.files).map(([name]) => name.split(SPLIT));
  const [before = '', after = ''] = corpus!;
  return [...names]
    .filter((name) => name.startsWith(before) && name.endsWith(after))
    .map((name) => name.slice(before.length, name.length - after.length))
    .filter((split) => split !== '' && others.every((parts) => names.has(parts.join(split))))
    .sort();
};

const JUDGEMENTS = /^qrels\/(.+)\.(?:tsv|jsonl)(?:\.gz)?$/;

/** The split that a file of BEIR's judgements is named after. */
export const splitOfJudgements = (name: string): string | undefined => JUDGEMENTS.exec(name)?.[1];

/** The splits that a BEIR folder has judgements for, the one that is read by default first. */
export const judgedSplitsOf = (names: Iterable<string>): readonly string[] => {
  const found = [...new Set([...names].flatMap((name) => splitOfJudgements(name) ?? []))].sort();
  return [
    ...BEIR_SPLITS.filter((split) => found.includes(split)),
    ...found.filter((split) => !BEIR_SPLITS.includes(split)),
  ];
};

const filesBelow = (folder: string): ReadonlySet<string> =>
  new Set(
    Object.values(folderFormats.nano.files).flatMap(([file]) => {
      const name = dirname(file);
      const below = join(folder, name);
      return isFolder(below) ? readdirSync(below).map((each) => `${name}/${each}`) : [];
    }),
  );

/** What cannot be looked at is none: the code that opens it reports why. */
const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

const BLOCK_BYTES = 1 << 18;

/** SHA-256 of a file's content in hex; gzip, detected by content, is unpacked first. */
export const fileHash = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  try {
    if (await isGzip(path))
      await pipeline(
        createReadStream(path, { highWaterMark: BLOCK_BYTES }),
        createGunzip({ chunkSize: BLOCK_BYTES }),
        hash,
      );
    else return await fileSha256(path);
  } catch (cause) {
    throw gzipError(path, cause) ?? readError(path, cause);
  }
  return hash.digest('hex');
};

/** Whether a file is gzip, detected by content. */
export const isGzip = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
};

/** One hash for several files: that of the list `sha256sum` prints for them, so anyone can make it again. */
export const listHash = (files: readonly { readonly hash: string; readonly file: FoundFile }[]): string => {
  const list = files.map(({ hash, file }) => `${hash}  ${file.name}\n`).join('');
  return sha256(list);
};
