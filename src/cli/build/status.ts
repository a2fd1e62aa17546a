import { Command } from 'commander';
import { openWorkFolder, type StepStatus, stepStatuses } from '../../benchmarks/construction/index.js';
import { table } from '../../platform/tables/index.js';
import { jsonFlag } from '../flags.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { workFlag } from './work-flag.js';

const SUMMARY = 'list the steps: done, stale or missing, with counts';

/** `r2med build status`. */
export const buildStatus = (): Command =>
  new Command('status')
    .summary(SUMMARY)
    .description(SUMMARY)
    .addOption(workFlag())
    .addOption(jsonFlag())
    .action(async ({ work, json }: { readonly work: string; readonly json?: boolean }) => {
      const status = await stepStatuses(openWorkFolder(work));
      await (json ? printJson(status) : printLine(statusTable(status, screenWidth())));
    });

const count = (number: number | undefined): string => number?.toLocaleString('en') ?? '–';

const heldOf = ({ report }: StepStatus): number | undefined =>
  report && Object.values(report.held).reduce((sum, held) => sum + held, 0);

const statusTable = (status: readonly StepStatus[], width: number): string =>
  table(status, [
    ['Step', ({ step }) => step, 'left'],
    ['State', ({ state }) => state, 'left'],
    ['In', ({ report }) => count(report?.in)],
    ['Out', ({ report }) => count(report?.out)],
    ['Held', (each) => count(heldOf(each))],
    ['Undecided', ({ undecided }) => count(undecided)],
    ['Why', ({ why = '' }) => why, 'left'],
  ]).text(width);
