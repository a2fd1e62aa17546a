import { type DocId, docId, InputError, type Judgements, type QueryId, queryId } from '../core/index.js';
import {
  gradeOf,
  idOf,
  type JudgementFormat,
  type JudgementTable,
  judgementFormat,
  judgementTable,
  parseBeirJudgement,
} from '../formats/index.js';
import { readLines } from '../machine/index.js';
import { fileRows } from './file-rows.js';
import type { FoundFile } from './fit.js';
import type { FolderFormat } from './formats/index.js';
import { emptyFile, explained } from './rows.js';
import { remark } from './wording.js';

export interface JudgementFile {
  readonly judgements: Judgements;
  readonly notes: readonly string[];
}

const SHAPES: Readonly<Record<JudgementFormat['name'], string>> = {
  jsonl: '{"q_id": "…", "p_id": "…", "score": 1}',
  trec: 'query 0 document 1',
  beir: 'query⇥document⇥1',
};

export const readJudgements = async (
  file: FoundFile,
  { rows }: Pick<FolderFormat, 'rows'>,
): Promise<JudgementFile> => {
  const table = judgementTable();
  if (rows === 'parquet') await addTable(file, table);
  else await addLines(file, table);
  return {
    judgements: table.judgements,
    notes: remark(table.repeated, 'repeated judgement', 'repeated judgements', 'left out', file.name),
  };
};

const addLines = async (file: FoundFile, table: JudgementTable): Promise<void> => {
  let format: JudgementFormat | undefined;
  for await (const lines of readLines(file.path))
    for (const line of lines) {
      if (!format) {
        format = formatOf(file, line.text);
        if (format.header) continue;
      }
      const { parse, name } = format;
      explained(line, SHAPES[name], () => table.add(parse(line.text, line), line));
    }
  if (table.judgements.size === 0) throw emptyFile(file.path, SHAPES[format?.name ?? 'jsonl']);
};

const TABLE_COLUMNS = {
  'query-id': { kind: 'text' },
  'corpus-id': { kind: 'text' },
  score: { kind: 'number', optional: true },
} as const;

/** A Nano set's pairs, which carry no score: without one, a pair is relevant, as HAKARI-Bench's builder has it. */
const addTable = async (file: FoundFile, table: JudgementTable): Promise<void> => {
  const shape = '{"query-id": "…", "corpus-id": "…"}';
  const rows = fileRows(file.path, { rows: 'parquet' }, { shape, columns: TABLE_COLUMNS }, (row, at) =>
    table.add(
      {
        queryId: queryId(idOf(row['query-id']!, at)),
        docId: docId(idOf(row['corpus-id']!, at)),
        grade: gradeOf(row.score ?? 1, at),
      },
      at,
    ),
  );
  for await (const _ of rows);
  if (table.judgements.size === 0) throw emptyFile(file.path, shape);
};

/** Told by the first line; a `.tsv` without its header is still BEIR's three columns. */
const formatOf = (file: FoundFile, firstLine: string): JudgementFormat => {
  const format = judgementFormat(firstLine);
  return format.name === 'trec' && file.name.endsWith('.tsv')
    ? { name: 'beir', parse: parseBeirJudgement, header: false }
    : format;
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
