import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { byCodePoint, InputError, type Json, type JsonObject, own } from '../../../core/index.js';
import { delimitedReader, parseJsonObject, ROW_AGAIN } from '../../../platform/formats/index.js';
import { cannotRead, isFile, readLines } from '../../../platform/node/index.js';
import type { CollectionText, TextCollection } from './collection.js';

type Reader = (file: string) => AsyncGenerator<CollectionText>;

/** Every string of a row of JSON is a text; its id is the line and the way to it: `12:pos[0]`. */
async function* jsonTexts(file: string): AsyncGenerator<CollectionText> {
  for await (const lines of readLines(file))
    for (const line of lines)
      for (const [place, text] of stringsIn(parseJsonObject(line.text, line, ROW_AGAIN)))
        yield { id: `${line.line}:${place}`, text };
}

/** In the order of the row. With a list of its own, since JSON can be nested deeper than calls. */
function* stringsIn(row: JsonObject): Generator<readonly [place: string, text: string]> {
  const open: (readonly [place: string, value: Json])[] = [['', row]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [place, value] = next;
    if (typeof value === 'string') yield [place, value];
    if (value === null || typeof value !== 'object') continue;
    const inside = Array.isArray(value)
      ? value.map((each, i) => [`${place}[${i}]`, each] as const)
      : Object.entries(value as JsonObject).map(
          ([name, each]) => [place === '' ? name : `${place}.${name}`, each] as const,
        );
    for (const each of inside.reverse()) open.push(each);
  }
}

/** Every cell of a table is a text; its id is the line and the column: `12:3`. */
const tableTexts = (separator: ',' | '\t'): Reader =>
  async function* (file) {
    const reader = delimitedReader(file, separator);
    for await (const lines of readLines(file, { blank: true }))
      for (const { text, line } of lines) {
        const record = reader.add(text, line);
        if (!record) continue;
        for (const [column, cell] of record.cells.entries())
          if (cell !== '') yield { id: `${record.line}:${column + 1}`, text: cell };
      }
    reader.finish();
  };

/** A paragraph is not longer than this many lines. */
const MOST_LINES = 200;

/**
 * Every line is a text, and so is every paragraph: a file may have one text per line, or sentences that go on in the next
 * line. Ids are `12` and `12-17`. Where a paragraph is cut for its length, the next one begins with its last line.
 */
async function* plainTexts(file: string): AsyncGenerator<CollectionText> {
  let open: { readonly text: string; readonly line: number }[] = [];
  const paragraph = (): readonly CollectionText[] =>
    open.length < 2
      ? []
      : [{ id: `${open[0]!.line}-${open.at(-1)!.line}`, text: open.map(({ text }) => text).join('\n') }];
  for await (const lines of readLines(file, { blank: true }))
    for (const { text, line } of lines) {
      const isBlank = text.trim() === '';
      if (isBlank || open.length === MOST_LINES) {
        yield* paragraph();
        open = isBlank ? [] : open.slice(-1);
      }
      if (isBlank) continue;
      yield { id: `${line}`, text };
      open.push({ text, line });
    }
  yield* paragraph();
}

/** Characters of a text. A longer one is looked through in pieces, so that a file of one line takes no more memory than others. */
const LONGEST = 200_000;
/** Pieces overlap by more than any run of words. */
const SHARED = 2000;

function* inPieces({ id, text }: CollectionText): Generator<CollectionText> {
  if (text.length <= LONGEST) return yield { id, text };
  for (let from = 0, piece = 1; from === 0 || from + SHARED < text.length; from += LONGEST - SHARED, piece++)
    yield { id: `${id}#${piece}`, text: text.slice(from, from + LONGEST) };
}

/** How each kind of file is read, by the end of its name; `.gz` may follow. */
const READERS: Readonly<Record<string, Reader>> = {
  jsonl: jsonTexts,
  ndjson: jsonTexts,
  csv: tableTexts(','),
  tsv: tableTexts('\t'),
  txt: plainTexts,
  md: plainTexts,
};

const readerOf = (file: string): Reader | undefined => {
  const ending = /\.([a-z]+)(?:\.gz)?$/i.exec(basename(file))?.[1]?.toLowerCase() ?? '';
  return own(READERS, ending);
};

const KINDS = Object.keys(READERS)
  .map((ending) => `.${ending}`)
  .join(', ');

/**
 * Texts of a file or of all files below a folder, whatever they are about: JSON lines, comma- or tab-separated values, plain
 * text and Markdown, each plain or gzip. Files are streamed. Files of other kinds are left out, and counted in the notes.
 */
export const textsInFiles = async (path: string): Promise<TextCollection> => {
  const isFolder = (await stat(path).catch(cannotRead(path))).isDirectory();
  const files = isFolder ? await filesBelow(path) : [path];
  const readable = files.filter((file) => readerOf(file));
  if (readable.length === 0 || (!isFolder && !(await isFile(path))))
    throw new InputError({
      at: { file: path },
      found: isFolder ? 'a folder without files of texts' : 'no file of texts',
      expected: KINDS,
      fix: 'name a file or folder with texts of these kinds',
    });
  const others = files.length - readable.length;
  return {
    name: path,
    parts: readable.map((file) => ({
      role: 'texts',
      async *read() {
        const before = isFolder ? `${relative(path, file).split(sep).join('/')}:` : '';
        for await (const { id, text } of readerOf(file)!(file)) yield* inPieces({ id: before + id, text });
      },
    })),
    ...(others > 0 && {
      notes: [`${others} ${others === 1 ? 'file is' : 'files are'} not ${KINDS} and not read`],
    }),
  };
};

/** Without hidden files and folders, in the order of their names. */
const filesBelow = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(cannotRead(folder));
  const shown = entries
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => byCodePoint(a.name, b.name));
  const found = await Promise.all(
    shown.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return found.flat();
};
