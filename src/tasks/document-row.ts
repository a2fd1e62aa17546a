import { type Document, docId, type JsonObject } from '../core/index.js';
import type { FolderFormat } from './formats/index.js';
import { type DataWarnings, idIn, type RowPlace, textIn } from './rows.js';

/** The document that a row is. */
export const documentIn = (
  row: JsonObject,
  { fields }: FolderFormat,
  at: RowPlace,
  warnings: DataWarnings,
): Document => {
  const titled = fields.title !== undefined && (row[fields.title] ?? null) !== null;
  const title = titled && textIn(row, fields.title, at, warnings);
  return {
    id: docId(idIn(row, fields.id, at, warnings)),
    text: textIn(row, 'text', at, warnings),
    ...(title && { title }),
  };
};

/** A row as an error shows it. */
export const documentShape = ({ fields }: FolderFormat): string =>
  `{"${fields.id}": "…", ${fields.title ? `"${fields.title}": "…", ` : ''}"text": "…"}`;
