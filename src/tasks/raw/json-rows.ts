import { InputError, isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import {
  isBranch,
  isLeaf,
  type JsonTree,
  malformed,
  parseJsonTree,
  shownJson,
} from '../../platform/formats/index.js';
import { readLines } from '../../platform/node/index.js';
import type { RawRow } from './raw-row.js';

/**
 * The rows of a file that is one JSON value: a list of objects, an object with one such list, judgements `{query: {document: grade}}`,
 * objects by id, or texts by id.
 */
export async function* jsonRows(file: string): AsyncGenerator<readonly RawRow[]> {
  const parts: string[] = [];
  for await (const lines of readLines(file, { blank: true })) parts.push(...lines.map(({ text }) => text));
  const text = parts.join('\n');
  const value = parsedValue(text, file);
  if (isJsonObject(value) && isGrades(value)) {
    yield gradeRows(parseJsonTree(text, file), file);
    return;
  }
  const rows = Array.isArray(value) ? value : isJsonObject(value) ? rowsIn(value) : undefined;
  const wrong = rows?.findIndex((row) => !isJsonObject(row)) ?? 0;
  if (!rows || wrong >= 0)
    throw malformed(
      { file, line: 1 },
      {
        found: rows ? `row ${wrong + 1} is ${shownJson(rows[wrong]!)}` : shownJson(value),
        expected: 'a list of objects, or an object with the rows by their ids',
        fix: 'write one JSON object per row',
      },
    );
  yield rows.map((row, i) => ({ values: row as JsonObject, at: { file, line: i + 1 } }));
}

const parsedValue = (text: string, file: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    // It knows the line of what is wrong.
    parseJsonTree(text, file);
    throw new InputError(
      {
        at: { file },
        found: 'NaN or Infinity',
        expected: 'numbers of JSON',
        fix: 'write null in its place, or leave the field out',
      },
      { cause },
    );
  }
};

const isGrades = (value: JsonObject): boolean => {
  const inner = Object.values(value);
  return (
    inner.length > 0 &&
    inner.every(
      (each) => isJsonObject(each) && Object.values(each).every((grade) => typeof grade === 'number'),
    )
  );
};

const rowsIn = (value: JsonObject): readonly Json[] => {
  const lists = Object.values(value).filter((each) => Array.isArray(each) && each.some(isJsonObject));
  if (lists.length === 1) return lists[0] as readonly Json[];
  return Object.entries(value).map(([id, each]) => {
    if (typeof each === 'string') return { id, text: each };
    return isJsonObject(each) ? { id, ...each } : each;
  });
};

const gradeRows = (tree: JsonTree, file: string): readonly RawRow[] =>
  (isBranch(tree) ? tree.entries : []).flatMap(([query, documents]) =>
    (isBranch(documents) ? documents.entries : []).map(([document, leaf]) => ({
      values: { query, document, grade: isLeaf(leaf) ? leaf.value : null },
      at: { file, line: leaf.line },
    })),
  );
