import { stat } from 'node:fs/promises';
import {
  type Corpus,
  type DocId,
  type Document,
  type DocumentBlock,
  type DocumentRows,
  docId,
  type JsonObject,
  WorkError,
} from '../core/index.js';
import type { ParquetColumn } from '../platform/formats/index.js';
import { eachLine, isBlank, readLineBlocks } from '../platform/node/index.js';
import { fileRows, isParquet } from './file-rows.js';
import { type FoundFile, isGzip } from './folder-files.js';
import { type FolderFormat, type FolderFormatName, folderFormats } from './formats/index.js';
import {
  type DataWarnings,
  emptyFile,
  idIn,
  noWarnings,
  type RowPlace,
  readRow,
  separatorOf,
  textIn,
} from './rows.js';

/** The document that a row is. */
const documentIn = (row: JsonObject, { fields }: FolderFormat, at: RowPlace, warnings: DataWarnings) => {
  const titled = fields.title !== undefined && (row[fields.title] ?? null) !== null;
  const title = titled && textIn(row, fields.title, at, warnings);
  return {
    id: docId(idIn(row, fields.id, at, warnings)),
    text: textIn(row, 'text', at, warnings),
    ...(title && { title }),
  };
};

/** A row as an error shows it. */
const documentShape = ({ fields }: FolderFormat): string =>
  `{"${fields.id}": "…", ${fields.title ? `"${fields.title}": "…", ` : ''}"text": "…"}`;

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
  const documents = fileRows(file, { shape, columns }, (row, at) => documentIn(row, format, at, warnings));
  yield* inBatches(documents, () => emptyFile(file, shape));
}

/** Documents in batches of a size that is worth handing over; none at all is an error. */
export async function* inBatches(
  read: AsyncIterable<readonly Document[]>,
  empty: () => Error,
): AsyncGenerator<readonly Document[]> {
  let batch: Document[] = [];
  let characters = 0;
  let rows = 0;
  for await (const documents of read)
    for (const document of documents) {
      batch.push(document);
      rows += 1;
      characters += document.text.length;
      if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  if (rows === 0) throw empty();
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
  const { bytes, unchanged } = await openedFiles([file.path]);
  return {
    key: `${format}:${hash}`,
    bytes,
    rows: (): DocumentRows => ({
      [Symbol.asyncIterator]: () => unchanged(() => readDocuments(file.path, folderFormats[format])),
      ...(isLines(file.path) && {
        blocks: (titled) => unchanged(() => readBlocks(file.path, folderFormats[format], titled)),
      }),
    }),
  };
};

/** Files that are read again and again, as they are now: how much text they hold, and whether they are still the same. */
export const openedFiles = async (paths: readonly string[]) => {
  const opened = await Promise.all(paths.map(async (path) => ({ path, stats: await stat(path) })));
  const sizes = await Promise.all(
    opened.map(async ({ path, stats: { size } }) =>
      isParquet(path) || (await isGzip(path)) ? UNPACKED * size : size,
    ),
  );
  return {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    unchanged: async function* <T>(read: () => AsyncIterable<T>): AsyncGenerator<T> {
      for (const { path, stats } of opened) {
        const now = await stat(path);
        if (now.size !== stats.size || now.mtimeMs !== stats.mtimeMs)
          throw new WorkError(`${path} has changed since it was opened`, 'run again');
      }
      yield* read();
    },
  };
};

const isLines = (file: string): boolean => !isParquet(file) && !separatorOf(file);

/**
 * The documents of a corpus of JSON lines as parts of the file's own text. What cannot be read from there, such as a text with
 * escapes, is parsed and stands behind it.
 */
export async function* readBlocks(
  file: string,
  format: FolderFormat,
  titled: (document: Document) => string,
): AsyncGenerator<DocumentBlock> {
  const shape = documentShape(format);
  const warnings = noWarnings();
  let rows = 0;
  for await (const { text: lines, line: firstLine } of readLineBlocks(file)) {
    const ids: DocId[] = [];
    const ranges: number[] = [];
    const behind: string[] = [];
    let behindEnd = lines.length;
    const add = (document: Document): void => {
      const text = document.title ? titled(document) : document.text;
      ids.push(document.id);
      ranges.push(behindEnd, behindEnd + text.length);
      behind.push(text);
      behindEnd += text.length;
    };
    const plain = plainRows(lines, format);
    eachLine(lines, firstLine, (start, end, line) => {
      const found = plain(start, end);
      if (found) {
        const { id, title, text } = found;
        const own = docId(lines.slice(id[0], id[1]));
        if (title[0] === title[1]) {
          ids.push(own);
          ranges.push(text[0]!, text[1]!);
        } else add({ id: own, title: lines.slice(title[0], title[1]), text: lines.slice(text[0], text[1]) });
        return;
      }
      const text = lines.slice(start, end);
      if (isBlank(text)) return;
      const at = { text, line, file };
      add(readRow(at, shape, (row) => documentIn(row, format, at, warnings)));
    });
    rows += ids.length;
    if (ids.length > 0) yield { ids, text: lines + behind.join(''), ranges: Uint32Array.from(ranges) };
  }
  if (rows === 0) throw emptyFile(file, shape);
}

/** Where the parts of a document are in the text of its line; a part that is not there is empty. */
interface PlainRow {
  readonly id: Int32Array;
  readonly title: Int32Array;
  readonly text: Int32Array;
}

/** Characters that a JSON string cannot have as they are; a line feed is never within a line. */
const SPECIAL = /[\0-\x09\x0b-\x1f\\]/g;

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Finds the parts of documents in lines such as `{"id": "7", "text": "Fever"}` without parsing them: strings alone, each field once,
 * no escapes, no spaces but U+0020. Nearly all lines of a corpus are like that; any other is left to the parser.
 */
const plainRows = (block: string, { fields }: Pick<FolderFormat, 'fields'>) => {
  const row: PlainRow = { id: new Int32Array(2), title: new Int32Array(2), text: new Int32Array(2) };
  const parts = [
    { key: `"${fields.id}"`, range: row.id },
    { key: '"text"', range: row.text },
    ...(fields.title ? [{ key: `"${fields.title}"`, range: row.title }] : []),
  ];
  /** The first special character that is not before the string looked at last. */
  let special = -1;

  const behindSpaces = (at: number): number => {
    let behind = at;
    while (block.charCodeAt(behind) === SPACE) behind++;
    return behind;
  };
  /** Where the string that begins at `start` ends: its closing quote, or -1 if there is none in the line or the string has escapes. */
  const stringEnd = (start: number, lineEnd: number): number => {
    const end = block.indexOf('"', start);
    if (end < 0 || end >= lineEnd) return -1;
    if (special < start) {
      SPECIAL.lastIndex = start;
      special = SPECIAL.exec(block)?.index ?? block.length;
    }
    return special < end ? -1 : end;
  };

  /** The parts of the document in `block[start, end)`, until the next call; nothing if the line is not plain. */
  return (start: number, end: number): PlainRow | undefined => {
    for (const { range } of parts) range.fill(0);
    let at = start;
    for (let separator = OPEN; block.charCodeAt(at) === separator; separator = COMMA) {
      const keyAt = behindSpaces(at + 1);
      const part = parts.find(({ key }) => block.startsWith(key, keyAt));
      if (part?.range[1] !== 0) return undefined; // another field, or the same one again
      const colonAt = behindSpaces(keyAt + part.key.length);
      const quoteAt = behindSpaces(colonAt + 1);
      if (block.charCodeAt(colonAt) !== COLON || block.charCodeAt(quoteAt) !== QUOTE) return undefined;
      const closing = stringEnd(quoteAt + 1, end);
      if (closing < 0) return undefined;
      part.range[0] = quoteAt + 1;
      part.range[1] = closing;
      at = behindSpaces(closing + 1);
    }
    const ended = block.charCodeAt(at) === CLOSE && behindSpaces(at + 1) === end;
    return ended && row.id[1]! > row.id[0]! && row.text[1] !== 0 ? row : undefined;
  };
};
