import type { Command } from 'commander';
import { openWorkFolder, type StepStatus, stepStatuses } from '../../benchmarks/construction/index.js';
import { countText, table } from '../../platform/tables/index.js';
import { type FlagValues, part, pick } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';

const SUMMARY = 'list the steps: done, stale or missing, with counts';

const FLAGS = pick('work json');

/** `r2med build status`. */
export const buildStatus = (): Command =>
  part('status', SUMMARY, FLAGS).action(async ({ work, json }: FlagValues<typeof FLAGS>) => {
    const status = await stepStatuses(openWorkFolder(work));
    await (json ? printJson(status) : printLine(statusTable(status, screenWidth())));
  });

const heldOf = ({ report }: StepStatus): number | undefined =>
  report && Object.values(report.held).reduce((sum, held) => sum + held, 0);

const statusTable = (status: readonly StepStatus[], width: number): string =>
  table(status, [
    ['Step', ({ step }) => step, 'left'],
    ['State', ({ state }) => state, 'left'],
    ['In', ({ report }) => countText(report?.in)],
    ['Out', ({ report }) => countText(report?.out)],
    ['Held', (each) => countText(heldOf(each))],
    ['Undecided', ({ undecided }) => countText(undecided)],
    ['Why', ({ why = '' }) => why, 'left'],
  ]).text(width);
