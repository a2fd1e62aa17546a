import { docId, type ErrorLocation, queryId } from '../core/index.js';
import {
  type GradeRule,
  idOf,
  type JudgementFormat,
  type JudgementRow,
  judgementFormat,
  judgementFormats,
} from '../platform/formats/index.js';
import { readLines } from '../platform/node/index.js';
import { fileRows, isParquet } from './file-rows.js';
import { emptyFile, explained, separatorOf } from './rows.js';

type Take = (row: JudgementRow, at: ErrorLocation) => void;

/** The rows of a judgements file in batches, in order and unchanged; `take` sees each with its place, and may refuse it. */
export async function* judgementRows(
  file: string,
  rule: GradeRule,
  take: Take = () => {},
): AsyncGenerator<readonly JudgementRow[]> {
  const rows = isParquet(file) ? inTable(file, rule, take) : inLines(file, rule, take);
  let count = 0;
  for await (const batch of rows) {
    count += batch.length;
    yield batch;
  }
  if (count === 0) throw emptyFile(file, exampleOf(file));
}

async function* inLines(file: string, rule: GradeRule, take: Take): AsyncGenerator<readonly JudgementRow[]> {
  let format: JudgementFormat | undefined;
  for await (const lines of readLines(file)) {
    const first = format === undefined;
    const chosen = format ?? formatOf(file, lines[0]!.text);
    format = chosen;
    yield lines.slice(first && chosen.header ? 1 : 0).map((line) =>
      explained(line, chosen.example, () => {
        const row = chosen.parse(line.text, line, rule);
        take(row, line);
        return row;
      }),
    );
  }
}

const TABLE_SHAPE = '{"query-id": "…", "corpus-id": "…"}';
const TABLE_COLUMNS = {
  'query-id': { kind: 'text' },
  'corpus-id': { kind: 'text' },
  score: { kind: 'number', optional: true },
} as const;

/** A Nano set's pairs, which carry no score: without one, a pair is relevant, as HAKARI-Bench's builder has it. */
const inTable = (file: string, rule: GradeRule, take: Take): AsyncGenerator<readonly JudgementRow[]> =>
  fileRows(file, { shape: TABLE_SHAPE, columns: TABLE_COLUMNS }, (row, at) => {
    const judged = {
      queryId: queryId(idOf(row['query-id']!, at)),
      docId: docId(idOf(row['corpus-id']!, at)),
      grade: rule.read(row.score ?? 1, at),
    };
    take(judged, at);
    return judged;
  });

/** What a row of an empty file would look like, by the file's name. */
const exampleOf = (file: string): string => {
  if (isParquet(file)) return TABLE_SHAPE;
  return judgementFormats[separatorOf(file) === '\t' ? 'beir' : 'jsonl'].example;
};

/** Told by the first line; a `.tsv` without its header is BEIR's three columns, or a TREC file's four between tabs. */
const formatOf = (file: string, firstLine: string): JudgementFormat => {
  const format = judgementFormat(firstLine);
  const isTable = separatorOf(file) === '\t' && firstLine.split('\t').length !== 4;
  return format.name === 'trec' && isTable
    ? { name: 'beir', ...judgementFormats.beir, header: false }
    : format;
};
