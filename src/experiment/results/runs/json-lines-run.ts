import { docId, type ErrorLocation, type Json, queryId } from '../../../core/index.js';
import {
  fieldOf,
  idOf,
  malformed,
  parseJsonHit,
  parseJsonObject,
  ROW_FIELDS,
  scoreOf,
  shownJson,
} from '../../../platform/formats/index.js';
import { CANDIDATES_FIELD, jsonShape, RANKED_FIELD } from './json-shape.js';
import { lineReader, type RunFileFormat, type RunReader } from './run-reader.js';

/** One hit per line. */
export const hitRows: RunFileFormat = {
  example: '{"qid": "q1", "docid": "d7", "score": 12.5}',
  begins: (firstLine) => jsonShape(firstLine) === 'rows',
  open: () => lineReader((line, table) => table.add(parseJsonHit(line.text, line), line)),
};

const RANKED = '{"id": "q1", "topk_pid": [["d7", 12.5]]}';
const CANDIDATES = '{"query-id": "q1", "corpus-ids": ["d7"]}';

/** R2MED's first-stage files. */
export const rankedRows: RunFileFormat = {
  example: RANKED,
  begins: (firstLine) => jsonShape(firstLine) === 'topk_pid rows',
  open: () => rankedRowsReader(),
};

/** Candidate lists of Nano sets. */
export const candidateRows: RunFileFormat = {
  example: CANDIDATES,
  begins: (firstLine) => jsonShape(firstLine) === 'candidate rows',
  open: () => candidateRowsReader(),
};

/** All hits of a query on one line, as pairs of id and score. */
const rankedRowsReader = (): RunReader =>
  lineReader((line, table) => {
    const row = parseJsonObject(line.text, line);
    const query = queryId(idOf(fieldOf(row, ['id', ...ROW_FIELDS.query], line), line));
    const pairs = listOf(fieldOf(row, [RANKED_FIELD], line), RANKED, line);
    table.open(query, line);
    for (const pair of pairs) {
      const [document, score, ...rest] = listOf(pair, RANKED, line);
      if (document === undefined || score === undefined || rest.length > 0)
        throw malformed(line, {
          found: `a list of ${(pair as readonly Json[]).length} in ${RANKED_FIELD}`,
          expected: `pairs of id and score, as ${RANKED}`,
        });
      table.add({ queryId: query, docId: docId(idOf(document, line)), score: scoreOf(score, line) }, line);
    }
  });

/** Ids alone, best first. The scores count down to 1, so the order stays. */
const candidateRowsReader = (): RunReader =>
  lineReader(
    (line, table) => {
      const row = parseJsonObject(line.text, line);
      const query = queryId(idOf(fieldOf(row, ROW_FIELDS.query, line), line));
      const ids = listOf(fieldOf(row, [CANDIDATES_FIELD], line), CANDIDATES, line);
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
