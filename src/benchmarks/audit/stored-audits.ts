import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditReport } from '../../experiment/record/index.js';
import { fileSafe } from '../../experiment/results/index.js';
import { cannotRead, readRecordFile, writeAtomic } from '../../platform/node/index.js';
import { AuditReportSchema } from './report-schema.js';

const FOLDER = 'audits';
const ENDING = '.json';

/** Where the report of a task is saved: `<folder>/audits/<task>.json`, next to the results of systems. */
export const auditFile = (folder: string, task: string): string =>
  join(folder, FOLDER, `${fileSafe(task)}${ENDING}`);

/** Saves a report whole, in place of an earlier one of the same task; gives its file. */
export const writeAudit = async (folder: string, report: AuditReport): Promise<string> => {
  const file = auditFile(folder, report.task.name);
  await writeAtomic(file, [`${JSON.stringify(report, null, 2)}\n`]);
  return file;
};

/** The saved report of a task, or undefined where none is. A file that is no report is an error. */
export const readAudit = (folder: string, task: string): Promise<AuditReport | undefined> =>
  readAuditFile(auditFile(folder, task));

/** The files of saved reports in a results folder, by name. None where nothing was audited; links are left alone. */
export const auditFilesIn = async (folder: string): Promise<readonly string[]> => {
  const at = join(folder, FOLDER);
  const found = await lstat(at).catch(() => undefined);
  if (!found?.isDirectory()) return [];
  const entries = await readdir(at, { withFileTypes: true }).catch(cannotRead(at, []));
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ENDING))
    .map(({ name }) => join(at, name))
    .sort();
};

/** Every saved report of a results folder, by the name of its file. */
export const auditsIn = async (folder: string): Promise<readonly AuditReport[]> => {
  const reports = await Promise.all((await auditFilesIn(folder)).map(readAuditFile));
  return reports.flatMap((report) => report ?? []);
};

/** The report in a file of `auditFilesIn`, or undefined where it has gone. A file that is no report is an error. */
export const readAuditFile = (file: string): Promise<AuditReport | undefined> =>
  readRecordFile(file, AuditReportSchema, 'delete the file and run the audit again with --out');
