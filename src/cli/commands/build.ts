import type { Command } from 'commander';
import {
  openWorkFolder,
  type StepStatus,
  stepStatuses,
  constructionSteps as steps,
} from '../../benchmarks/construction/index.js';
import { lookup } from '../../core/index.js';
import { countText, table } from '../../platform/tables/index.js';
import { buildAll } from '../build/all.js';
import { buildDiff } from '../build/diff.js';
import { buildStep } from '../build/step.js';
import { type FlagValues, part, pick, verb } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';

/** Each part of the verb is a file of `../build`. */
export const command = (): Command => {
  const command = verb(pick('json'))
    // A word that is no step gets the names of all, rather than a count of arguments.
    .allowExcessArguments()
    // --json behind a step is the step's.
    .enablePositionalOptions()
    .action((flags: { readonly json?: boolean }, { args: [step] }: Command) => listSteps(flags, step));
  for (const part of [...buildSteps(), buildAll(), buildDiff(), buildStatus()]) command.addCommand(part);
  return command;
};

/** `r2med build STEP`, for every step of the registry. */
const buildSteps = (): readonly Command[] => steps.map(buildStep);

/** Files are JSON lines throughout, so their ending says nothing. */
const names = (files: readonly string[]): string => files.join(', ') || '–';

/** The steps in their order, with what each reads and writes. A word that is none of them is refused. */
const listSteps = async ({ json }: { readonly json?: boolean }, word?: string): Promise<void> => {
  if (word !== undefined) lookup('step', Object.fromEntries(steps.map((step) => [step.name, step])), word);
  if (json)
    return printJson(
      steps.map(({ name, help, reads, mayRead = [], writes }) => ({ name, help, reads, mayRead, writes })),
    );
  await printLine(
    table(steps, [
      ['Step', ({ name }) => name, 'left'],
      ['Reads', ({ reads }) => names(reads), 'left'],
      ['Writes', ({ writes }) => names(writes), 'left'],
      ['What it does', ({ help }) => help, 'left'],
    ]).text(screenWidth()),
  );
};

const SUMMARY = 'list the steps: done, stale or missing, with counts';

const FLAGS = pick('work json');

const buildStatus = (): Command =>
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
