import { docId, queryId } from '../../../core/index.js';
import { malformed, parseTrecHit, quoted } from '../../../platform/formats/index.js';
import type { Line } from '../../../platform/node/index.js';
import { lineReader, type RunFileFormat, type RunReader } from './run-reader.js';
import { ESCAPED, unescapeId } from './write-run.js';

/** TREC's six columns, separated by white space, or by tabs where ids hold spaces; what no other format begins like. */
export const trecRun: RunFileFormat = {
  example: 'q1 Q0 d7 1 12.5 system',
  begins: () => true,
  open: () => trecRunReader(),
};

const trecRunReader = (): RunReader => {
  let escapedLines = 0;
  return lineReader(
    (line, table) => {
      const row = parseTrecHit(line.text, line);
      if (!row.system.endsWith(ESCAPED)) return table.add(row, line);
      escapedLines++;
      table.add(
        {
          queryId: queryId(unescaped(row.queryId, line)),
          docId: docId(unescaped(row.docId, line)),
          score: row.score,
        },
        line,
      );
    },
    () =>
      escapedLines > 0
        ? [`${escapedLines} ${escapedLines === 1 ? 'line has' : 'lines have'} escaped ids, read unescaped.`]
        : [],
  );
};

const unescaped = (text: string, line: Line): string => {
  const id = unescapeId(text);
  if (id !== undefined) return id;
  throw malformed(line, {
    found: `id ${quoted(text)}`,
    expected: `percent escapes of UTF-8 on a line whose system ends in "${ESCAPED}"`,
  });
};
