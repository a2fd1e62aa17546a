import { docId, type ErrorLocation, type Json, queryId } from '../../core/index.js';
import {
  fieldOf,
  idOf,
  malformed,
  parseJsonHit,
  parseJsonObject,
  ROW_FIELDS,
  scoreOf,
  shownJson,
} from '../../formats/index.js';
import { CANDIDATES_FIELD, RANKED_FIELD } from './json-shape.js';
import { lineReader, RUN_FORMATS, type RunReader } from './run-reader.js';

/** One hit per line. */
export const hitRowsReader = (): RunReader =>
  lineReader('jsonl', (line, table) => table.add(parseJsonHit(line.text, line), line));

/** R2MED's first-stage files: all hits of a query on one line, as pairs of id and score. */
export const rankedRowsReader = (): RunReader =>
  lineReader('topk_pid', (line, table) => {
    const row = parseJsonObject(line.text, line);
    const query = queryId(idOf(fieldOf(row, ['id', ...ROW_FIELDS.query], line), line));
    const pairs = listOf(fieldOf(row, [RANKED_FIELD], line), RUN_FORMATS.topk_pid, line);
    table.open(query, line);
    for (const pair of pairs) {
      const [document, score, ...rest] = listOf(pair, RUN_FORMATS.topk_pid, line);
      if (document === undefined || score === undefined || rest.length > 0)
        throw malformed(line, {
          found: `a list of ${(pair as readonly Json[]).length} in ${RANKED_FIELD}`,
          expected: `pairs of id and score, as ${RUN_FORMATS.topk_pid}`,
        });
      table.add({ queryId: query, docId: docId(idOf(document, line)), score: scoreOf(score, line) }, line);
    }
  });

/** Candidate lists of Nano sets: ids alone, best first. The scores count down to 1, so the order stays. */
export const candidateRowsReader = (): RunReader =>
  lineReader(
    'candidates',
    (line, table) => {
      const row = parseJsonObject(line.text, line);
      const query = queryId(idOf(fieldOf(row, ROW_FIELDS.query, line), line));
      const ids = listOf(fieldOf(row, [CANDIDATES_FIELD], line), RUN_FORMATS.candidates, line);
      table.open(query, line);
      ids.forEach((id, i) => {
        table.add({ queryId: query, docId: docId(idOf(id, line)), score: ids.length - i }, line);
      });
    },
    () => ['The rows carry no scores; their order was kept.'],
  );

const listOf = (value: Json, example: string, at: ErrorLocation): readonly Json[] => {
  if (Array.isArray(value)) return value as readonly Json[];
  throw malformed(at, { found: shownJson(value), expected: `a list, as in ${example}` });
};
