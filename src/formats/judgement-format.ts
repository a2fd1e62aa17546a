import { isBeirHeader, parseBeirJudgement } from './beir.js';
import type { JudgementParser } from './grades.js';
import { parseJsonJudgement } from './json-rows.js';
import { parseTrecJudgement } from './trec.js';

/** How the lines of a judgements file are read. */
export interface JudgementFormat {
  readonly name: 'trec' | 'jsonl' | 'beir';
  readonly parse: JudgementParser;
  /** Whether the first line names the columns and judges nothing. */
  readonly header: boolean;
}

/** Which line format a judgements file has, detected by its first line that is not blank. */
export const judgementFormat = (firstLine: string): JudgementFormat => {
  if (firstLine.trimStart().startsWith('{'))
    return { name: 'jsonl', parse: parseJsonJudgement, header: false };
  if (isBeirHeader(firstLine)) return { name: 'beir', parse: parseBeirJudgement, header: true };
  return { name: 'trec', parse: parseTrecJudgement, header: false };
};
