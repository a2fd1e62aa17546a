import { docId, queryId } from '../../core/index.js';
import { trimmed } from './columns.js';
import { type JudgementParser, WHOLE_GRADES } from './numbers.js';
import { malformed, quoted } from './rows.js';

const HEADER = ['query-id', 'corpus-id', 'score'] as const;

/** Whether a line is the header of BEIR's judgements file, `query-id⇥corpus-id⇥score`; the score may be missing. */
export const isBeirHeader = (text: string): boolean => {
  const cells = text.split('\t').map((cell) => trimmed(cell).replace('_', '-'));
  return (cells.length === 2 || cells.length === 3) && cells.every((cell, i) => cell === HEADER[i]);
};

/** A line below the header of BEIR's judgements file. */
export const parseBeirJudgement: JudgementParser = (text, at, rule = WHOLE_GRADES) => {
  const cells = text.split('\t').map(trimmed);
  const [query, document, grade] = cells;
  const ungraded = rule.missing !== undefined && !grade;
  if ((cells.length !== HEADER.length && !(cells.length === 2 && ungraded)) || !query || !document)
    throw malformed(at, {
      found: `${cells.length} ${cells.length === 1 ? 'column' : 'columns'} in ${quoted(text)}`,
      expected: `${HEADER.length} between tabs: ${HEADER.join(' ')}`,
    });
  return {
    queryId: queryId(query),
    docId: docId(document),
    ...(ungraded ? { grade: rule.missing!, ungraded } : { grade: rule.read(grade!, at) }),
  };
};
