import type { Command } from 'commander';
import { constructionSteps as steps } from '../../benchmarks/construction/index.js';
import { lookup } from '../../core/index.js';
import { table } from '../../platform/tables/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { buildStep } from './step.js';

/** `r2med build STEP`, for every step of the registry. */
export const buildSteps = (): readonly Command[] => steps.map(buildStep);

/** Files are JSON lines throughout, so their ending says nothing. */
const names = (files: readonly string[]): string => files.join(', ') || '–';

/** The steps in their order, with what each reads and writes. A word that is none of them is refused. */
export const listSteps = async ({ json }: { readonly json?: boolean }, word?: string): Promise<void> => {
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
