import { Command } from 'commander';
import { openWorkFolder, type StepStatus, statusOf } from '../../benchmarks/construction/index.js';
import { textTable } from '../../platform/tables/index.js';
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
      const status = await statusOf(openWorkFolder(work));
      await (json ? printJson(status) : printLine(statusTable(status, screenWidth())));
    });

const count = (number: number | undefined): string => number?.toLocaleString('en') ?? '–';

const heldOf = ({ report }: StepStatus): number | undefined =>
  report && Object.values(report.held).reduce((sum, held) => sum + held, 0);

const statusTable = (status: readonly StepStatus[], width: number): string =>
  textTable(
    [
      { heading: 'Step', align: 'left', cells: status.map(({ step }) => step) },
      { heading: 'State', align: 'left', cells: status.map(({ state }) => state) },
      { heading: 'In', align: 'right', cells: status.map(({ report }) => count(report?.in)) },
      { heading: 'Out', align: 'right', cells: status.map(({ report }) => count(report?.out)) },
      { heading: 'Held', align: 'right', cells: status.map((each) => count(heldOf(each))) },
      { heading: 'Undecided', align: 'right', cells: status.map(({ undecided }) => count(undecided)) },
      { heading: 'Why', align: 'left', cells: status.map(({ why = '' }) => why) },
    ],
    width,
  );
