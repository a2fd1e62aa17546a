import { docId, queryId } from '../../../core/index.js';
import {
  malformed,
  parseTrecHit,
  plainColumns,
  quoted,
  shortDecimal,
  TREC_RUN_COLUMNS,
} from '../../../platform/formats/index.js';
import { eachLine, isBlank, type Line } from '../../../platform/node/index.js';
import { type RunFileFormat, type RunReader, runTable } from './run-reader.js';
import { ESCAPED, unescapeId } from './write-run.js';

/** TREC's six columns, separated by white space, or by tabs where ids hold spaces; what no other format begins like. */
export const trecRun: RunFileFormat = {
  example: 'q1 Q0 d7 1 12.5 system',
  begins: () => true,
  open: (file) => trecRunReader(file),
};

const trecRunReader = (file: string): RunReader => {
  const table = runTable();
  let escapedLines = 0;
  const add = (line: Line): void => {
    const row = parseTrecHit(line.text, line);
    const isEscaped = row.system.endsWith(ESCAPED);
    if (isEscaped) escapedLines++;
    const id = (text: string): string => (isEscaped ? unescaped(text, line) : text);
    table.add({ queryId: queryId(id(row.queryId)), docId: docId(id(row.docId)), score: row.score }, line);
  };
  const edges = new Int32Array(2 * TREC_RUN_COLUMNS.length);
  let query = queryId('');
  /** Whether a line is one of nearly all, and its hit is there: six columns between blanks and a short number, of which two texts are cut out. */
  const isPlain = (text: string, start: number, end: number, line: number): boolean => {
    if (!plainColumns(text, start, end, edges) || text.startsWith(ESCAPED, edges[11]! - ESCAPED.length))
      return false;
    const score = shortDecimal(text, edges[8]!, edges[9]!);
    if (Number.isNaN(score)) return false;
    if (edges[1]! - edges[0]! !== query.length || !text.startsWith(query, edges[0]!))
      query = queryId(text.slice(edges[0]!, edges[1]!));
    return table.isAdded(query, docId(text.slice(edges[4]!, edges[5]!)), score, line);
  };
  return {
    add,
    addBlock: ({ text, line: first }) =>
      eachLine(text, first, (start, end, line) => {
        if (isPlain(text, start, end, line)) return;
        const found = text.slice(start, end);
        if (!isBlank(found)) add({ text: found, line, file });
      }),
    finish: () => ({
      run: table.run(),
      notes:
        escapedLines > 0
          ? [`${escapedLines} ${escapedLines === 1 ? 'line has' : 'lines have'} escaped ids, read unescaped.`]
          : [],
    }),
  };
};

const unescaped = (text: string, line: Line): string => {
  const id = unescapeId(text);
  if (id !== undefined) return id;
  throw malformed(line, {
    found: `id ${quoted(text)}`,
    expected: `percent escapes of UTF-8 on a line whose system ends in "${ESCAPED}"`,
  });
};
