import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readError, readRecordFile, writeAtomic } from '../node/index.js';
import type { AuditReport } from '../record/index.js';
import { fileSafe } from '../results/index.js';
import { AuditReportSchema } from './report-schema.js';

const FOLDER = 'audits';
const ENDING = '.json';

/** Where the report of a task is saved: `<folder>/audits/<task>.json`, beside the results of systems. */
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
  read(auditFile(folder, task));

/** Every saved report of a results folder, by the name of its file. None where nothing was audited; links are left alone. */
export const auditsIn = async (folder: string): Promise<readonly AuditReport[]> => {
  const at = join(folder, FOLDER);
  const names = await readdir(at).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw readError(at, error);
  });
  const reports: AuditReport[] = [];
  for (const name of names.filter((each) => each.endsWith(ENDING)).sort()) {
    const file = join(at, name);
    if (!(await lstat(file).catch(() => undefined))?.isFile()) continue;
    const report = await read(file);
    if (report) reports.push(report);
  }
  return reports;
};

const read = (file: string): Promise<AuditReport | undefined> =>
  readRecordFile(file, AuditReportSchema, 'delete the file and run the audit again with --out');
