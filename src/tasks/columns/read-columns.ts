import { type DocId, type Document, docId, InputError, type Json, queryId } from '../../core/index.js';
import { type GradeRule, idOf, type JudgementRow, malformed } from '../../platform/formats/index.js';
import { valueAt } from '../raw/column-path.js';
import { asText, textsAt, wrongField } from '../raw/field-values.js';
import type { RawRow } from '../raw/raw-row.js';
import { fixed, rawRows } from '../raw/raw-rows.js';
import { inBatches } from '../read-corpus.js';
import { gatherJudgements, type JudgementFile, type Take } from '../read-judgements.js';
import { gatherQueries, NO_IDS, type QueryFile, type QueryRow } from '../read-queries.js';
import { type DataWarnings, noWarnings } from '../rows.js';
import type { Role } from './find-roles.js';

/** The rows of all files of a role, in batches. */
async function* rowsOf({ table }: Role): AsyncGenerator<readonly RawRow[]> {
  for (const path of table.paths) yield* rawRows(path, table.kind);
}

const columnOf = ({ columns }: Role, field: string): string => columns.get(field)![0]!;

/** What pads a cell belongs to no id. */
const padded = (value: Json): Json => (typeof value === 'string' ? value.trim() : value);

const idAt = (row: RawRow, column: string, warnings: DataWarnings): string => {
  const value = valueAt(row.values, column) ?? null;
  if (value === null)
    throw malformed(row.at, {
      found: `no id in column "${column}"`,
      expected: 'an id in every row',
      fix: 'give the row an id, or delete it',
    });
  if (typeof value === 'number') warnings.numberIds += 1;
  return idOf(padded(value), row.at);
};

/** The texts of columns, one below the other as title and text are; an empty one where there is none. */
const textOf = (row: RawRow, field: string, columns: readonly string[], warnings: DataWarnings): string =>
  columns
    .flatMap((column) => {
      const value = valueAt(row.values, column);
      if (value === undefined || value === null || value === '') return [];
      const text = Array.isArray(value) ? textsAt(row, field, column).join('\n') : asText(value);
      if (text === undefined) throw wrongField(row, field, column, value, 'text');
      if (typeof value === 'string' && text !== value) warnings.loneSurrogates += 1;
      return [text];
    })
    .join('\n');

const noRows = (role: Role): InputError =>
  new InputError({
    at: { file: role.table.paths[0]! },
    found: 'an empty file',
    expected: 'one row or more',
    fix: 'fetch or copy the file again',
  });

/** The documents of a corpus whose columns are known, in the order of its files. */
export const documentsOf = (
  role: Role,
  warnings: DataWarnings = noWarnings(),
): AsyncGenerator<readonly Document[]> => {
  const title = role.columns.get('title');
  const text = role.columns.get('text') ?? [];
  async function* read(): AsyncGenerator<readonly Document[]> {
    for await (const batch of rowsOf(role))
      yield batch.map((row) => {
        const heading = title && textOf(row, 'title', title, warnings);
        return {
          id: docId(idAt(row, columnOf(role, 'id'), warnings)),
          text: textOf(row, 'text', text, warnings),
          ...(heading && { title: heading }),
        };
      });
  }
  return inBatches(read(), () => noRows(role));
};

/** The queries of a table whose columns are known. */
export const queriesOf = (role: Role): Promise<QueryFile> => {
  const warnings = noWarnings();
  const [excluded] = role.columns.get('excluded') ?? [];
  const [answer] = role.columns.get('answer') ?? [];
  async function* read(): AsyncGenerator<readonly QueryRow[]> {
    for await (const batch of rowsOf(role))
      yield batch.map((row) => {
        const label = answer === undefined ? '' : textOf(row, 'answer', [answer], warnings);
        return {
          query: {
            id: queryId(idAt(row, columnOf(role, 'id'), warnings)),
            text: textOf(row, 'text', role.columns.get('text')!, warnings),
          },
          labels: label ? { answer: label } : {},
          positives: [],
          excluded: excluded === undefined ? [] : idsAt(row, 'excluded', excluded),
          at: row.at,
        };
      });
  }
  return gatherQueries(read(), { name: role.file, empty: () => noRows(role) }, warnings);
};

/** A list of ids, or one. */
const idsAt = (row: RawRow, field: string, column: string): readonly DocId[] =>
  textsAt(row, field, column)
    .map((id) => docId(idOf(id.trim(), row.at)))
    .filter((id) => id !== NO_IDS);

/** Words that say whether a document is relevant. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ...['true', 'yes', 'y', 'relevant'].map((word) => [word, 1] as const),
  ...['false', 'no', 'n', 'irrelevant', 'not relevant'].map((word) => [word, 0] as const),
]);

const gradeIn = (value: Json, row: RawRow, rule: GradeRule): number => {
  const word = padded(typeof value === 'boolean' ? String(value) : value);
  const grade = typeof word === 'string' ? WORDS.get(word.toLowerCase()) : undefined;
  try {
    return grade ?? rule.read(word, row.at);
  } catch (error) {
    throw fixed(
      error,
      'write whole numbers, or name the column that holds them: --columns "judgements=FILE(grade=COLUMN)"',
    );
  }
};

/** The judgements of a table whose columns are known; without a column of grades, each names a relevant document. */
export const judgementsOf = (role: Role, rule: GradeRule): Promise<JudgementFile> => {
  const [grade] = role.columns.get('grade') ?? [];
  const warnings = noWarnings();
  const judged = (row: RawRow, take: Take): readonly JudgementRow[] => {
    const query = queryId(idAt(row, columnOf(role, 'query'), warnings));
    const value = grade === undefined ? undefined : (valueAt(row.values, grade) ?? null);
    const found = idsAt(row, 'document', columnOf(role, 'document')).map((document): JudgementRow => {
      const given = { queryId: query, docId: document };
      if (value === undefined) return { ...given, grade: 1 };
      return value === null && rule.missing !== undefined
        ? { ...given, grade: rule.missing, ungraded: true }
        : { ...given, grade: gradeIn(value, row, rule) };
    });
    for (const each of found) take(each, row.at);
    return found;
  };
  async function* read(take: Take): AsyncGenerator<readonly JudgementRow[]> {
    let count = 0;
    for await (const batch of rowsOf(role)) {
      const rows = batch.flatMap((row) => judged(row, take));
      count += rows.length;
      yield rows;
    }
    if (count === 0) throw noRows(role);
  }
  return gatherJudgements(read, role.file, rule);
};
