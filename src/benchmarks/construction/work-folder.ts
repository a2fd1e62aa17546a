import { join } from 'node:path';
import { z } from 'zod';
import { InputError, type Json } from '../../core/index.js';
import { json, keyedBy } from '../../experiment/record/index.js';
import { parseJsonObject, ROW_AGAIN } from '../../platform/formats/index.js';
import {
  fileSha256,
  isFile,
  readLines,
  readRecordFile,
  remove,
  writeAtomic,
} from '../../platform/node/index.js';
import { buildLine } from './build-line.js';
import type { StepReport, WorkFolder } from './step.js';
import { firstIssue } from './yaml-file.js';

/** Opens the files of a construction; the folder is made with the first file. */
export const openWorkFolder = (folder: string): WorkFolder => {
  const fileOf = (name: string): string => join(folder, `${name}.jsonl`);
  const reportOf = (step: string): string => join(folder, `${step}.report.json`);
  return {
    folder,
    read: (name, schema) => readRows(fileOf(name), schema),
    exists: (name) => isFile(fileOf(name)),
    hash: async (name) => ((await isFile(fileOf(name))) ? fileSha256(fileOf(name)) : undefined),
    write: (name, rows) => writeAtomic(fileOf(name), lines(rows)),
    remove: (name) => remove(fileOf(name)),
    writeReport: (report) =>
      writeAtomic(reportOf(report.step), [`${JSON.stringify(report, undefined, 2)}\n`]),
    readReport: (step) => readRecordFile(reportOf(step), Report, `delete it, then ${buildLine(step)}`),
    removeReport: (step) => remove(reportOf(step)),
  };
};

/** The rows of a file; none where it is not there. */
export const rowsIfThere = async <Row>(
  work: WorkFolder,
  name: string,
  schema: { parse(value: unknown): Row },
): Promise<readonly Row[]> => ((await work.exists(name)) ? work.read(name, schema) : []);

const lines = (rows: readonly unknown[]): Iterable<string> =>
  (function* () {
    for (const row of rows) yield `${JSON.stringify(row)}\n`;
  })();

const readRows = async <Row>(file: string, schema: { parse(value: unknown): Row }) => {
  const rows: Row[] = [];
  for await (const batch of readLines(file))
    for (const line of batch) {
      const value = parseJsonObject(line.text, line, ROW_AGAIN);
      try {
        rows.push(schema.parse(value));
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        throw new InputError(
          {
            at: { file, line: line.line },
            found: firstIssue(error),
            expected: 'a row as r2med wrote it',
            fix: 'undo the change of this file, or run the step that writes it again with --overwrite',
          },
          { cause: error },
        );
      }
    }
  return rows;
};

const Counts = keyedBy(z.number());
const Hashes = keyedBy(z.string());

const Report: { parse(value: unknown): StepReport } = z.strictObject({
  step: z.string(),
  in: z.number(),
  out: z.number(),
  held: Counts,
  figures: json as z.ZodType<Json>,
  settings: json as z.ZodType<Json>,
  inputs: Hashes,
  outputs: Hashes,
  usage: z
    .strictObject({
      calls: z.number(),
      tokensIn: z.number(),
      tokensOut: z.number(),
      usd: z.number().optional(),
    })
    .optional(),
}) as z.ZodType<StepReport>;
