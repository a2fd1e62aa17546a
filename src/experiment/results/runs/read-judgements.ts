import { InputError, type Judgements } from '../../../core/index.js';
import {
  gradeOf,
  type JudgementFormatName,
  type JudgementTable,
  judgementFormat,
  judgementFormats,
  judgementTable,
  parseJsonTree,
} from '../../../platform/formats/index.js';
import { type Line, readLines } from '../../../platform/node/index.js';
import { jsonShape } from './json-shape.js';
import { readQueries, textOf } from './json-table.js';
import { withFix } from './run-reader.js';

/** What a judgements file holds. */
export interface JudgementsFile {
  readonly judgements: Judgements;
  readonly format: JudgementFormatName | 'json';
  /** What the reader decided that its user should know, each a sentence. */
  readonly notes: readonly string[];
}

const JSON_EXAMPLE = '{"q1": {"d7": 1}}';

/**
 * Reads a judgements file, plain or gzip. The format is detected from the content: TREC qrels (four columns, by white
 * space or tabs), R2MED's `qrels.jsonl` {"q_id", "p_id", "score"} or the same under other tools' names, BEIR's tsv
 * with its header, or JSON {query: {document: grade}}.
 *
 * Grades are whole numbers. A pair that is judged twice with the same grade counts once and is noted; with another
 * grade it is an `InputError` that names both lines.
 */
export const readJudgements = async (file: string): Promise<JudgementsFile> => {
  const table = judgementTable();
  let reader: JudgementsReader | undefined;
  for await (const lines of readLines(file)) {
    const chosen = reader ?? readerFor(lines[0]!.text, file, table);
    withFix(chosen.example, () => lines.forEach(chosen.add));
    reader = chosen;
  }
  if (reader) withFix(reader.example, reader.finish);
  if (reader && table.judgements.size > 0)
    return {
      judgements: table.judgements,
      format: reader.format,
      notes: table.repeated > 0 ? [repeatedNote(table.repeated)] : [],
    };
  throw new InputError({
    at: { file },
    found: reader ? 'no judgements' : 'an empty file',
    expected: 'judgements',
    fix: `write lines such as "${judgementFormats.trec.example}" or ${judgementFormats.jsonl.example}`,
  });
};

const repeatedNote = (count: number): string =>
  count === 1
    ? '1 judgement is repeated; it counts once.'
    : `${count} judgements are repeated; each counts once.`;

/** Takes a file's lines one by one; some formats are read only in the end. */
interface JudgementsReader {
  readonly format: JudgementsFile['format'];
  readonly example: string;
  add(line: Line): void;
  finish(): void;
}

const readerFor = (firstLine: string, file: string, table: JudgementTable): JudgementsReader => {
  if (isOneValue(firstLine)) {
    const lines: Line[] = [];
    return {
      format: 'json',
      example: JSON_EXAMPLE,
      add: (line) => lines.push(line),
      finish: () => readJson(lines, file, table),
    };
  }
  const { name, parse, header, example } = judgementFormat(firstLine);
  let headerDone = !header;
  return {
    format: name,
    example,
    add(line) {
      if (headerDone) table.add(parse(line.text, line), line);
      headerDone = true;
    },
    finish() {},
  };
};

const isOneValue = (firstLine: string): boolean => jsonShape(firstLine) === 'one value';

const readJson = (lines: readonly Line[], file: string, table: JudgementTable): void =>
  readQueries(parseJsonTree(textOf(lines), file), { file, example: JSON_EXAMPLE }, gradeOf, {
    open() {},
    add: ({ queryId, docId, score }, at) => table.add({ queryId, docId, grade: score }, at),
  });
