import type { Command } from 'commander';
import { steps } from '../../construction/index.js';
import { jsonFlag } from '../flags.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { textTable } from '../table.js';
import { buildStep } from './step.js';

/** `r2med build STEP`, for every step of the registry. */
export const buildSteps = (): readonly Command[] => steps.map(buildStep);

export const withListFlags = (command: Command): Command => command.addOption(jsonFlag());

const files = (names: readonly string[]): string => names.map((name) => `${name}.jsonl`).join(', ') || '–';

/** The steps in their order, with what each reads and writes. */
export const listSteps = async ({ json }: { readonly json?: boolean }): Promise<void> => {
  if (json)
    return printJson(
      steps.map(({ name, help, reads, mayRead = [], writes }) => ({ name, help, reads, mayRead, writes })),
    );
  await printLine(
    textTable(
      [
        { heading: 'Step', align: 'left', cells: steps.map(({ name }) => name) },
        { heading: 'What it does', align: 'left', cells: steps.map(({ help }) => help) },
        { heading: 'Reads', align: 'left', cells: steps.map(({ reads }) => files(reads)) },
        { heading: 'Writes', align: 'left', cells: steps.map(({ writes }) => files(writes)) },
      ],
      screenWidth(),
    ),
  );
};
