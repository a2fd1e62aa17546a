import { stat } from 'node:fs/promises';
import { type Corpus, type Document, type DocumentRows, WorkError } from '../core/index.js';
import type { ParquetColumn } from '../platform/formats/index.js';
import { documentIn, documentShape } from './document-row.js';
import { isGzip } from './file-hash.js';
import { fileRows, isParquet } from './file-rows.js';
import type { FoundFile } from './format-match.js';
import { type FolderFormat, type FolderFormatName, folderFormats } from './formats/index.js';
import { readBlocks } from './read-blocks.js';
import { type DataWarnings, emptyFile, noWarnings, separatorOf } from './rows.js';

/** A batch ends at whichever comes first; a few hundred short documents cost as much to hand over as one MB of text. */
const BATCH_ROWS = 512;
const BATCH_CHARACTERS = 1 << 20;

/** Documents of a corpus file in file order, one batch in memory at a time. */
export async function* readDocuments(
  file: string,
  format: FolderFormat,
  warnings: DataWarnings = noWarnings(),
): AsyncGenerator<readonly Document[]> {
  const { id, title: titleField } = format.fields;
  const shape = documentShape(format);
  const columns: Readonly<Record<string, ParquetColumn>> = {
    [id]: { kind: 'text' },
    text: { kind: 'text' },
    ...(titleField && { [titleField]: { kind: 'text', optional: true } }),
  };
  let batch: Document[] = [];
  let characters = 0;
  let rows = 0;
  const documents = fileRows(file, { shape, columns }, (row, at) => documentIn(row, format, at, warnings));
  for await (const read of documents)
    for (const document of read) {
      batch.push(document);
      rows += 1;
      characters += document.text.length;
      if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  if (rows === 0) throw emptyFile(file, shape);
  if (batch.length > 0) yield batch;
}

/** How much larger packed text is than its file, roughly. */
const UNPACKED = 3;

/** Reads the first batch, so that a file of another kind is refused before work begins. */
export const checkCorpus = async (file: string, format: FolderFormat): Promise<void> => {
  for await (const _ of readDocuments(file, format)) return;
};

/** The corpus in a file; its key is that of the file's content, so a copy elsewhere or a gzip of it has the same. */
export const fileCorpus = async (
  file: FoundFile,
  format: FolderFormatName,
  hash: string,
): Promise<Corpus> => {
  const opened = await stat(file.path);
  const packed = isParquet(file.path) || (await isGzip(file.path));
  const unchanged = async function* <T>(read: () => AsyncIterable<T>): AsyncGenerator<T> {
    const now = await stat(file.path);
    if (now.size !== opened.size || now.mtimeMs !== opened.mtimeMs)
      throw new WorkError(`${file.path} has changed since it was opened`, 'run again');
    yield* read();
  };
  return {
    key: `${format}:${hash}`,
    bytes: packed ? UNPACKED * opened.size : opened.size,
    rows: (): DocumentRows => ({
      [Symbol.asyncIterator]: () => unchanged(() => readDocuments(file.path, folderFormats[format])),
      ...(isLines(file.path) && {
        blocks: (titled) => unchanged(() => readBlocks(file.path, folderFormats[format], titled)),
      }),
    }),
  };
};

const isLines = (file: string): boolean => !isParquet(file) && !separatorOf(file);
