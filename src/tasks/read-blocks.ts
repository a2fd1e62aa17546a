import { type DocId, type Document, type DocumentBlock, docId } from '../core/index.js';
import { eachLine, isBlank, readLineBlocks } from '../platform/node/index.js';
import { documentIn, documentShape } from './document-row.js';
import type { FolderFormat } from './formats/index.js';
import { plainRows } from './plain-row.js';
import { emptyFile, noWarnings, readRow } from './rows.js';

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
