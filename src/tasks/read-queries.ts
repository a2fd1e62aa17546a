import {
  type DocId,
  docId,
  InputError,
  type Json,
  type JsonObject,
  type Query,
  type QueryId,
  type QueryLabels,
  queryId,
} from '../core/index.js';
import { idOf } from '../formats/index.js';
import { type Line, readLines } from '../machine/index.js';
import type { FoundFile } from './fit.js';
import type { FolderFormat } from './formats/index.js';
import {
  emptyFile,
  idIn,
  isEmptyText,
  labelIn,
  noOddities,
  type Oddities,
  oddityNotes,
  readRow,
  textIn,
} from './rows.js';
import { remark } from './wording.js';

export interface QueryFile {
  readonly queries: readonly Query[];
  readonly labels: ReadonlyMap<QueryId, QueryLabels>;
  /** Gold of the query file itself; it stays apart from the queries. */
  readonly positives: ReadonlyMap<QueryId, readonly DocId[]>;
  readonly notes: readonly string[];
}

interface QueryRow {
  readonly query: Query;
  readonly labels: QueryLabels;
  readonly positives: readonly DocId[];
  readonly line: number;
}

export const readQueries = async (file: FoundFile, format: FolderFormat): Promise<QueryFile> => {
  const oddities = noOddities();
  const rows = new Map<QueryId, QueryRow>();
  let repeated = 0;
  for await (const lines of readLines(file.path))
    for (const line of lines) {
      const row = queryRow(line, format, oddities);
      const first = rows.get(row.query.id);
      if (first) {
        mustRepeat(first, row, line);
        repeated += 1;
      } else rows.set(row.query.id, row);
    }
  if (rows.size === 0) throw emptyFile(file.path, shapeOf(format));
  const all = [...rows.values()];
  const empty = all.filter(({ query }) => isEmptyText(query.text)).length;
  return {
    queries: all.map(({ query }) => query),
    labels: new Map(all.flatMap(({ query, labels }) => (isLabelled(labels) ? [[query.id, labels]] : []))),
    positives: new Map(
      all.flatMap(({ query, positives }) => (positives.length > 0 ? [[query.id, positives]] : [])),
    ),
    notes: [
      ...oddityNotes(file.name, oddities),
      ...remark(repeated, 'repeated query', 'repeated queries', 'left out', file.name),
      ...remark(empty, 'query has', 'queries have', 'no text', file.name),
    ],
  };
};

const shapeOf = ({ fields }: FolderFormat): string => `{"${fields.id}": "…", "text": "…"}`;

const queryRow = (line: Line, format: FolderFormat, oddities: Oddities): QueryRow =>
  readRow(line, shapeOf(format), (row) => {
    const { id, positives } = format.fields;
    return {
      query: { id: queryId(idIn(row, id, line, oddities)), text: textIn(row, 'text', line, oddities) },
      labels: labelsIn(row, format, line, oddities),
      positives: positives ? idsIn(row[positives] ?? [], line) : [],
      line: line.line,
    };
  });

const labelsIn = (row: JsonObject, { fields }: FolderFormat, line: Line, oddities: Oddities): QueryLabels => {
  const answer = labelIn(row, fields.answer, line, oddities);
  const bodySystem = labelIn(row, fields.bodySystem, line, oddities);
  return { ...(answer !== undefined && { answer }), ...(bodySystem !== undefined && { bodySystem }) };
};

const isLabelled = (labels: QueryLabels): boolean => Object.keys(labels).length > 0;

/** A list of ids, or one id alone. */
const idsIn = (value: Json, line: Line): readonly DocId[] =>
  [value].flat().map((item) => docId(idOf(item as Json, line)));

/** A query may stand twice, but not ask two things. */
const mustRepeat = (first: QueryRow, again: QueryRow, { file, line }: Line): void => {
  if (first.query.text === again.query.text) return;
  throw new InputError({
    at: { file, line },
    found: `query "${again.query.id}" with another text than in line ${first.line}`,
    expected: 'one text per query id',
    fix: 'give one of the two another id, and judge it under that id',
  });
};
