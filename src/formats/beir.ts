import { docId, queryId } from '../core/index.js';
import { trimmed } from './columns.js';
import { gradeOf } from './numbers.js';
import { type JudgementRow, type LineParser, malformed, quoted } from './rows.js';

const HEADER = ['query-id', 'corpus-id', 'score'] as const;

/** Whether a line is the header of BEIR's judgements file, `query-id⇥corpus-id⇥score`. */
export const isBeirHeader = (text: string): boolean => {
  const cells = text.split('\t').map((cell) => trimmed(cell).replace('_', '-'));
  return cells.length === HEADER.length && HEADER.every((name, i) => cells[i] === name);
};

/** A line below the header of BEIR's judgements file. */
export const parseBeirJudgement: LineParser<JudgementRow> = (text, at) => {
  const cells = text.split('\t').map(trimmed);
  const [query, document, grade] = cells;
  if (cells.length !== HEADER.length || !query || !document)
    throw malformed(at, {
      found: `${cells.length} ${cells.length === 1 ? 'column' : 'columns'} in ${quoted(text)}`,
      expected: `${HEADER.length} between tabs: ${HEADER.join(' ')}`,
    });
  return { queryId: queryId(query), docId: docId(document), grade: gradeOf(grade!, at) };
};
