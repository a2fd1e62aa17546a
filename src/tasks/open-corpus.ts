import { basename, dirname, join, resolve } from 'node:path';
import { type Corpus, InputError } from '../core/index.js';
import { isFile } from '../platform/node/index.js';
import { isParquet } from './file-rows.js';
import { fileHash, folderAndSplit, SPLIT, spellings, splitsIn } from './folder-files.js';
import { type FolderFormatName, folderFormats } from './formats/index.js';
import { checkCorpus, fileCorpus } from './read-corpus.js';
import { severalSplits } from './unrecognised-folder.js';

/** A corpus with its name. */
export interface NamedCorpus {
  /** The folder's own name. */
  readonly name: string;
  readonly corpus: Corpus;
}

/**
 * Opens documents alone, without queries or judgements: a folder with a corpus of a known format, `FOLDER#SPLIT`, or the
 * file itself.
 */
export const openCorpus = async (path: string): Promise<NamedCorpus> => {
  const { file, name } = await corpusFile(path);
  const format = await formatOf(file);
  return {
    name,
    corpus: await fileCorpus({ path: file, name: basename(file) }, format, await fileHash(file)),
  };
};

const corpusFile = async (path: string) => {
  const { folder, split } = folderAndSplit(path);
  const splits = split === undefined ? splitsIn(folder) : [split];
  const names = [...new Set(Object.values(folderFormats).flatMap(({ files }) => files.corpus))];
  const wanted = names.flatMap((name) =>
    name.includes(SPLIT) ? splits.map((each) => name.replace(SPLIT, each)) : [name],
  );
  if (splits.length > 1) throw severalSplits(folder, splits);
  if (await isFile(path)) return { file: path, name: nameOf(path) };
  for (const file of wanted.flatMap(spellings).map((each) => join(folder, each)))
    if (await isFile(file)) return { file, name: split ?? basename(resolve(folder)) };
  throw new InputError({
    at: { file: path },
    found: 'no corpus',
    expected: `a folder with ${names.join(' or ')}, or such a file`,
    fix: 'name the folder that holds it, or the file itself',
  });
};

/** A table is called by its own name, since its folder is called after what it holds; lines by their folder's. */
const nameOf = (file: string): string =>
  isParquet(file) ? basename(file, '.parquet') : basename(dirname(resolve(file)));

/** What a file is, by its name; JSON lines may have any. */
const endingOf = (file: string): string => {
  const [ending = '.jsonl'] = /\.(?:parquet|csv|tsv)(?=(?:\.gz)?$)/.exec(file) ?? [];
  return ending;
};

/** The format whose fields the first documents have; if none, what is wrong by the first format's measure. */
const formatOf = async (file: string): Promise<FolderFormatName> => {
  const ending = endingOf(file);
  const formats = (Object.keys(folderFormats) as FolderFormatName[]).filter((format) =>
    folderFormats[format].files.corpus.some((name) => endingOf(name) === ending),
  );
  const problems: unknown[] = [];
  for (const format of formats)
    try {
      await checkCorpus(file, folderFormats[format]);
      return format;
    } catch (error) {
      problems.push(error);
    }
  throw problems[0];
};
