import { docId, type ErrorLocation, type Json, type JsonObject, queryId } from '../../core/index.js';
import { type JudgementParser, scoreOf, WHOLE_GRADES } from './numbers.js';
import { type HitRow, type LineParser, malformed, quoted, shownJson } from './rows.js';

/** Names by which rows of JSON lines carry their parts: R2MED's, BEIR's, then those of common tools. */
export const ROW_FIELDS = {
  query: ['q_id', 'query-id', 'query_id', 'qid', 'queryId'],
  document: ['p_id', 'corpus-id', 'corpus_id', 'docid', 'doc_id', 'docno', 'docId', 'pid', 'document_id'],
  score: ['score', 'similarity', 'sim'],
  grade: ['score', 'relevance', 'grade', 'label', 'rel'],
} as const;

/** The fix of a row that no reader knows more about. */
export const ROW_AGAIN = 'write the row again, or fetch the file again if it was cut short';

/** A line of JSON that must be an object. Callers that add a fix of their own, with an example of a row, name none. */
export const parseJsonObject = (text: string, at: ErrorLocation, fix?: string): JsonObject => {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    const number = /\b(?:NaN|Infinity)\b/.exec(text);
    throw malformed(at, {
      found: number ? `${number[0]}, which JSON does not have,` : `no JSON: ${quoted(text)}`,
      expected: 'one JSON object per line',
      ...(fix && { fix }),
    });
  }
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as JsonObject;
  const expected = 'one JSON object per line, as {"q_id": …}';
  throw malformed(at, { found: quoted(text), expected, ...(fix && { fix }) });
};

/** The first of several field names that a row has. */
export const fieldOf = (row: JsonObject, names: readonly string[], at: ErrorLocation): Json => {
  for (const name of names) if (Object.hasOwn(row, name)) return row[name]!;
  throw malformed(at, {
    found: `no field "${names[0]}" among ${quoted(Object.keys(row).join(', '))}`,
    expected: names.length > 1 ? `one of ${names.join(', ')}` : `a field "${names[0]}"`,
  });
};

/** An id from JSON: text, or a whole number that has survived JSON's doubles. */
export const idOf = (value: Json, at: ErrorLocation): string => {
  if (typeof value === 'string' && value !== '' && !/\p{Surrogate}/u.test(value)) return value;
  if (Number.isSafeInteger(value)) return String(value);
  throw malformed(at, {
    found: `id ${shownJson(value)}`,
    expected: 'text or a whole number below 2^53',
    ...(typeof value === 'number' && { fix: 'put the id in quotes' }),
  });
};

/** A line of R2MED's `qrels.jsonl`, {"q_id", "p_id", "score"}, or of the same under other tools' names. */
export const parseJsonJudgement: JudgementParser = (text, at, rule = WHOLE_GRADES) => {
  const row = parseJsonObject(text, at);
  const ungraded = ROW_FIELDS.grade.every((name) => !Object.hasOwn(row, name) || row[name] === null);
  return {
    queryId: queryId(idOf(fieldOf(row, ROW_FIELDS.query, at), at)),
    docId: docId(idOf(fieldOf(row, ROW_FIELDS.document, at), at)),
    ...(ungraded && rule.missing !== undefined
      ? { grade: rule.missing, ungraded }
      : { grade: rule.read(fieldOf(row, ROW_FIELDS.grade, at), at) }),
  };
};

/** A line of a run in JSON lines, one hit each. */
export const parseJsonHit: LineParser<HitRow> = (text, at) => {
  const row = parseJsonObject(text, at);
  return {
    queryId: queryId(idOf(fieldOf(row, ROW_FIELDS.query, at), at)),
    docId: docId(idOf(fieldOf(row, ROW_FIELDS.document, at), at)),
    score: scoreOf(fieldOf(row, ROW_FIELDS.score, at), at),
  };
};
