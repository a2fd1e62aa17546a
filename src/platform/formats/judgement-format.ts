import { isBeirHeader, parseBeirJudgement } from './beir.js';
import { parseJsonJudgement } from './json-rows.js';
import type { JudgementParser } from './numbers.js';
import { parseTrecJudgement } from './trec.js';

interface LineFormat {
  readonly parse: JudgementParser;
  /** Whether the first line names the columns and judges nothing. */
  readonly header: boolean;
  /** A line of it, for errors. */
  readonly example: string;
  /** Whether a file that begins with this line, the first that is not blank, has the format. */
  begins(line: string): boolean;
}

/** How the lines of a judgements file are read, by name; the first format that a file begins like is its own. */
export const judgementFormats = {
  jsonl: {
    parse: parseJsonJudgement,
    header: false,
    example: '{"q_id": "q1", "p_id": "d7", "score": 1}',
    begins: (line) => line.trimStart().startsWith('{'),
  },
  beir: { parse: parseBeirJudgement, header: true, example: 'q1⇥d7⇥1', begins: isBeirHeader },
  trec: { parse: parseTrecJudgement, header: false, example: 'q1 0 d7 1', begins: () => true },
} as const satisfies Record<string, LineFormat>;

export type JudgementFormatName = keyof typeof judgementFormats;

/** The line format of a judgements file. */
export interface JudgementFormat extends Pick<LineFormat, 'parse' | 'header' | 'example'> {
  readonly name: JudgementFormatName;
}

/** Which line format a judgements file has, detected by its first line that is not blank. */
export const judgementFormat = (firstLine: string): JudgementFormat => {
  const names = Object.keys(judgementFormats) as JudgementFormatName[];
  const name = names.find((each) => judgementFormats[each].begins(firstLine))!;
  return { name, ...judgementFormats[name] };
};
