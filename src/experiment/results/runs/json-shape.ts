import { isJsonObject } from '../../../core/index.js';
import { ROW_FIELDS } from '../../../platform/formats/index.js';

/** What a file that begins with `{` is. */
type JsonShape = 'rows' | 'topk_pid rows' | 'candidate rows' | 'one value';

/** Names under which a row lists all documents of a query. */
export const RANKED_FIELD = 'topk_pid';
export const CANDIDATES_FIELD = 'corpus-ids';

/**
 * Detected by the first line, undefined where it begins no object: rows if it is an object with the fields of a row, otherwise one JSON value that may go on
 * over many lines. A first line that is not JSON but begins like a row is a broken row.
 */
export const jsonShape = (firstLine: string): JsonShape | undefined => {
  if (!firstLine.trimStart().startsWith('{')) return undefined;
  const fields = fieldsOf(firstLine);
  if (!fields) return BROKEN_ROW.test(firstLine) ? 'rows' : 'one value';
  if (fields.has(RANKED_FIELD)) return 'topk_pid rows';
  if (fields.has(CANDIDATES_FIELD)) return 'candidate rows';
  // A query of a JSON value could be called "qid" too, but its value would be an object.
  if (ROW_FIELDS.query.some((name) => fields.has(name) && !isJsonObject(fields.get(name)))) return 'rows';
  return fields.size === 0 || [...fields.values()].some(isJsonObject) ? 'one value' : 'rows';
};

/** The first field of one value is an object, that of a row is none. */
const BROKEN_ROW = /^\s*\{\s*"[^"]*"\s*:\s*[^\s{]/;

const fieldsOf = (line: string): ReadonlyMap<string, unknown> | undefined => {
  try {
    return new Map(Object.entries(JSON.parse(line) as object));
  } catch {
    return undefined;
  }
};
