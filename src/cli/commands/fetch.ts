import { Command } from 'commander';
import { nodeTools } from '../../machine/index.js';
import { type FetchReport, fetchTasks, mustBeThere } from '../../tasks/index.js';
import { chosenTasks } from '../chosen-tasks.js';
import { taskFlag } from '../flags.js';
import { bytes } from '../format.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { type Column, textTable } from '../table.js';

interface FetchFlags {
  readonly suite: string;
  readonly task?: readonly string[];
  readonly generations?: readonly string[];
  readonly offline?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export const fetch = (): Command =>
  new Command()
    .option('--suite <name>', 'suite of the tasks', 'r2med')
    .addOption(taskFlag())
    .option(
      '--generations <name...>',
      'published texts as well: METHOD/LLM such as hyde/gpt4, or all; repeatable',
    )
    .option('--offline', 'no network: say what is there and what is missing')
    .option('--json', 'print JSON')
    .option('--quiet', 'no notes, no progress')
    .addHelpText(
      'after',
      `
Downloads into the cache that Python's huggingface_hub uses, at the revision the catalogue names. A stopped download
goes on where it stopped; size, hash and counts are checked; what is there already is not asked for again.
Honoured: HF_ENDPOINT (a mirror), HF_TOKEN, HF_HOME, HF_HUB_CACHE, HF_HUB_OFFLINE, HTTPS_PROXY, NO_PROXY.

  $ r2med fetch                                          all eight tasks
  $ r2med fetch --task Biology --generations hyde/gpt4
  $ r2med fetch --offline                                what is missing, and where it belongs`,
    )
    .action(fetchChosen);

const fetchChosen = async (flags: FetchFlags): Promise<void> => {
  const tools = nodeTools({ quiet: flags.quiet ?? false });
  const rows = chosenTasks(flags).flatMap((chosen) => ('row' in chosen ? [chosen.row] : []));
  const reports = await fetchTasks(rows, tools, {
    generations: (flags.generations ?? []).flatMap((names) => names.split(',')).map((name) => name.trim()),
    offline: flags.offline ?? false,
  });
  if (flags.json) await printJson({ tasks: reports });
  else await printLine(reportTable(reports));
  if (reports.every(({ state }) => state === 'comes with the package'))
    tools.note(`suite ${flags.suite} comes with the package: nothing to fetch`);
  mustBeThere(reports);
};

const reportTable = (reports: readonly FetchReport[]): string => {
  const column = (
    heading: string,
    align: Column['align'],
    cell: (report: FetchReport) => string,
  ): Column => ({
    heading,
    align,
    cells: reports.map(cell),
  });
  const there = ({ files }: FetchReport): number => files.filter(({ state }) => state !== 'missing').length;
  return textTable(
    [
      column('task', 'left', ({ task }) => task),
      column('files', 'right', (report) =>
        there(report) === report.files.length
          ? `${there(report)}`
          : `${there(report)} of ${report.files.length}`,
      ),
      column('bytes', 'right', (report) => bytes(report.bytes)),
      column('state', 'left', ({ state }) => state),
      column('path', 'left', ({ path }) => path),
    ],
    screenWidth(),
  );
};
