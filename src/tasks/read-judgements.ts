import {
  type DocId,
  docId,
  type ErrorLocation,
  InputError,
  type Judgements,
  type QueryId,
  queryId,
  remark,
} from '../core/index.js';
import {
  type GradeRule,
  idOf,
  type JudgementFormat,
  type JudgementRow,
  judgementFormat,
  judgementFormats,
  judgementTable,
  WHOLE_GRADES,
} from '../platform/formats/index.js';
import { readLines } from '../platform/node/index.js';
import { fileRows, isParquet } from './file-rows.js';
import type { FoundFile } from './folder-files.js';
import { emptyFile, explained, separatorOf } from './rows.js';

export interface JudgementFile {
  readonly judgements: Judgements;
  readonly notes: readonly string[];
}

/** Judgements as a task has them; with `ANY_GRADES` as HAKARI-Bench's builder takes them. */
export const readJudgements = (file: FoundFile, rule: GradeRule = WHOLE_GRADES): Promise<JudgementFile> =>
  gatherJudgements((take) => judgementRows(file.path, rule, take), file.name, rule);

/** Judgements of rows, each pair once. */
export const gatherJudgements = async (
  read: (take: Take) => AsyncIterable<readonly JudgementRow[]>,
  name: string,
  rule: GradeRule,
): Promise<JudgementFile> => {
  const table = judgementTable(rule.missing === undefined ? 'error' : 'highest');
  let fractions = 0;
  let ungraded = 0;
  for await (const rows of read(table.add)) {
    fractions += rows.filter(({ grade }) => !Number.isSafeInteger(grade)).length;
    ungraded += rows.filter((row) => row.ungraded).length;
  }
  const { repeated, regraded, judgements } = table;
  return {
    judgements,
    notes: [
      ...remark(repeated, 'repeated judgement', 'repeated judgements', 'left out', name),
      ...remark(ungraded, 'judgement has', 'judgements have', 'no grade: relevant', name),
      ...remark(fractions, 'grade is a fraction:', 'grades are fractions:', 'above 0 is relevant', name),
      ...remark(
        regraded,
        'pair is',
        'pairs are',
        'graded again, otherwise: relevant if any grade is above 0',
        name,
      ),
    ],
  };
};

/** The judgements that a query file's own lists of positives make, each graded 1 as all of R2MED's are. */
export const judgementsFrom = (
  positives: ReadonlyMap<QueryId, readonly DocId[]>,
  missing: {
    readonly folder: string;
    readonly file: string;
    readonly queries: FoundFile;
    readonly field: string;
  },
): JudgementFile => {
  if (positives.size === 0)
    throw new InputError({
      at: { file: missing.folder },
      found: `no ${missing.file}, and no "${missing.field}" in ${missing.queries.name}`,
      expected: 'judgements in one of the two',
      fix: `add ${missing.file}`,
    });
  return {
    judgements: new Map([...positives].map(([query, ids]) => [query, new Map(ids.map((id) => [id, 1]))])),
    notes: [
      `There is no ${missing.file}; the judgements are the "${missing.field}" lists of ${missing.queries.name}.`,
    ],
  };
};

/** Is shown a row with its place, and may refuse it. */
export type Take = (row: JudgementRow, at: ErrorLocation) => void;

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

/** Detected by the first line; a `.tsv` without its header is BEIR's three columns, or a TREC file's four between tabs. */
const formatOf = (file: string, firstLine: string): JudgementFormat => {
  const format = judgementFormat(firstLine);
  const isTable = separatorOf(file) === '\t' && firstLine.split('\t').length !== 4;
  return format.name === 'trec' && isTable
    ? { name: 'beir', ...judgementFormats.beir, header: false }
    : format;
};
