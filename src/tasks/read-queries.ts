import {
  type DocId,
  docId,
  type ErrorLocation,
  type Exclusions,
  InputError,
  isJsonObject,
  type Json,
  type JsonObject,
  type Query,
  type QueryId,
  type QueryLabels,
  queryId,
  remark,
} from '../core/index.js';
import { idOf } from '../platform/formats/index.js';
import { fileRows } from './file-rows.js';
import type { FoundFile } from './folder-files.js';
import type { FolderFormat } from './formats/index.js';
import {
  type DataWarnings,
  emptyFile,
  idIn,
  isEmptyText,
  labelIn,
  noWarnings,
  type RowPlace,
  textIn,
  warningNotes,
} from './rows.js';

export interface QueryFile {
  readonly queries: readonly Query[];
  readonly labels: ReadonlyMap<QueryId, QueryLabels>;
  /** Labels of the query file itself; they stay apart from the queries. */
  readonly positives: ReadonlyMap<QueryId, readonly DocId[]>;
  /** Documents that count neither way for a query. */
  readonly excluded: Exclusions;
  readonly notes: readonly string[];
}

/** A row of a file of queries. */
export interface QueryRow {
  readonly query: Query;
  readonly labels: QueryLabels;
  readonly positives: readonly DocId[];
  readonly excluded: readonly DocId[];
  readonly at: RowPlace;
}

export const readQueries = async (file: FoundFile, format: FolderFormat): Promise<QueryFile> => {
  const warnings = noWarnings();
  const columns = {
    [format.fields.id]: { kind: 'text' },
    text: { kind: 'text' },
    [EXCLUDED]: { kind: 'texts', optional: true },
  } as const;
  const read = fileRows(file.path, { shape: shapeOf(format), columns }, (row, at) =>
    queryRow(row, at, format, warnings),
  );
  return gatherQueries(
    read,
    { name: file.name, empty: () => emptyFile(file.path, shapeOf(format)) },
    warnings,
  );
};

/** Queries of rows, each id once. */
export const gatherQueries = async (
  read: AsyncIterable<readonly QueryRow[]>,
  file: { readonly name: string; empty(): InputError },
  warnings: DataWarnings,
): Promise<QueryFile> => {
  const rows = new Map<QueryId, QueryRow>();
  let repeated = 0;
  for await (const batch of read)
    for (const row of batch) {
      const first = rows.get(row.query.id);
      if (first) {
        mustRepeat(first, row);
        repeated += 1;
      } else rows.set(row.query.id, row);
    }
  if (rows.size === 0) throw file.empty();
  const all = [...rows.values()];
  const empty = all.filter(({ query }) => isEmptyText(query.text)).length;
  return {
    queries: all.map(({ query }) => query),
    labels: new Map(all.flatMap(({ query, labels }) => (isLabelled(labels) ? [[query.id, labels]] : []))),
    positives: new Map(
      all.flatMap(({ query, positives }) => (positives.length > 0 ? [[query.id, positives]] : [])),
    ),
    excluded: new Map(
      all.flatMap(({ query, excluded }) =>
        excluded.length > 0 ? [[query.id, new Set(excluded)] as const] : [],
      ),
    ),
    notes: [
      ...warningNotes(file.name, warnings),
      ...remark(repeated, 'repeated query', 'repeated queries', 'left out', file.name),
      ...remark(empty, 'query has', 'queries have', 'no text', file.name),
    ],
  };
};

const shapeOf = ({ fields }: FolderFormat): string => `{"${fields.id}": "…", "text": "…"}`;

const queryRow = (row: JsonObject, at: RowPlace, format: FolderFormat, warnings: DataWarnings): QueryRow => {
  const { id, positives } = format.fields;
  return {
    query: { id: queryId(idIn(row, id, at, warnings)), text: textIn(row, 'text', at, warnings) },
    labels: labelsIn(row, format, at, warnings),
    positives: positives ? idsIn(row[positives] ?? [], at) : [],
    excluded: excludedIn(row, at),
    // A line carries its text, which must not stay in memory.
    at: { file: at.file, line: at.line },
  };
};

const labelsIn = (row: JsonObject, { fields }: FolderFormat, at: ErrorLocation, warnings: DataWarnings) => {
  const answer = labelIn(row, fields.answer, at, warnings);
  const bodySystem = labelIn(row, fields.bodySystem, at, warnings);
  return { ...(answer !== undefined && { answer }), ...(bodySystem !== undefined && { bodySystem }) };
};

const isLabelled = (labels: QueryLabels): boolean => Object.keys(labels).length > 0;

/** BRIGHT's name for documents that count neither way, and its word for none. BEIR's layout has it among the metadata. */
const EXCLUDED = 'excluded_ids';
export const NO_IDS = 'N/A';

const excludedIn = (row: JsonObject, at: ErrorLocation): readonly DocId[] => {
  const metadata = isJsonObject(row.metadata) ? row.metadata : {};
  return idsIn(row[EXCLUDED] ?? metadata[EXCLUDED] ?? [], at).filter((id) => id !== NO_IDS);
};

/** A list of ids, or one id alone. */
const idsIn = (value: Json, at: ErrorLocation) => [value].flat().map((item) => docId(idOf(item as Json, at)));

/** A query id may occur twice, but not with two texts. */
const mustRepeat = (first: QueryRow, again: QueryRow): void => {
  if (first.query.text === again.query.text) return;
  throw new InputError({
    at: again.at,
    found: `query "${again.query.id}" with another text than in line ${first.at.line}`,
    expected: 'one text per query id',
    fix: 'give one of the two another id, and judge it under that id',
  });
};
