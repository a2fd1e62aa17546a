import type { Command } from 'commander';
import { counted, InputError, shellWord } from '../../core/index.js';
import { type CheckedResult, checkResult, taskOpener } from '../../experiment/rescoring/index.js';
import {
  type CheckedManifest,
  checkManifest,
  liveRunsIn,
  resultFoldersIn,
} from '../../experiment/results/index.js';
import { type LeftFile, leftIn, nodeTools, sayLine } from '../../platform/node/index.js';
import { table } from '../../platform/tables/index.js';
import { type FlagValues, pick, verb } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';

const FLAGS = pick('results key rebuild json quiet');

export const command = (): Command => verb(FLAGS).action(checkAll);

const checkAll = async (flags: FlagValues<typeof FLAGS>): Promise<void> => {
  const tools = nodeTools({ quiet: flags.quiet ?? false });
  const folders = resultFoldersIn(flags.results);
  const manifest = await checkManifest(flags.results, flags.key);
  const left = await leftOf(flags.results);
  for (const { path, found } of left)
    tools.note(`left behind, owned by nobody: ${path} (${found}). To remove it: rm -r ${shellWord(path)}`);
  if (folders.length === 0 && !manifest)
    throw new InputError({
      at: { file: flags.results },
      found: 'no results',
      expected: 'a folder that r2med run wrote: <out>/<system>/<task>/record.json',
      fix: 'name it with --results',
    });
  const open = taskOpener();
  const progress = tools.progress('checking', folders.length);
  const checked: CheckedResult[] = [];
  for (const folder of folders) {
    checked.push(await checkResult(folder, open, { rebuild: flags.rebuild ?? false }));
    progress.advance(1);
  }
  progress.done();
  const wrong = checked.filter(({ problems }) => problems.length > 0);
  const said = { results: checked, wrong: wrong.length, left, ...(manifest && { manifest }) };
  const lines = [
    ...(checked.length > 0 ? [tableOf(checked)] : []),
    ...(manifest ? [manifestLine(manifest)] : []),
  ];
  await (flags.json ? printJson(said) : printLine(lines.join('\n\n')));
  for (const file of checked.flatMap(({ rebuilt }) => rebuilt)) tools.note(`rebuilt: ${file}`);
  // Said also where notes are not: they are what the exit code is about.
  const problems = [...wrong.flatMap((each) => each.problems), ...(manifest?.problems ?? [])];
  for (const problem of problems) sayLine(problem);
  if (problems.length > 0) process.exitCode = 1;
};

const manifestLine = ({ files, signedBy, verified, problems }: CheckedManifest): string => {
  const by = signedBy === null ? 'not signed' : `signed with the key of SHA-256 ${signedBy}`;
  const checked = {
    true: 'signature verified',
    false: 'signature wrong',
    null: 'signature not verified: add --key',
  };
  const signature = signedBy === null ? by : `${by}; ${checked[`${verified}`]}`;
  return `Manifest of ${counted(files, 'file')}: ${problems.length > 0 ? counted(problems.length, 'problem') : 'all as listed'}; ${signature}.`;
};

/** Leases and unfinished files, and descriptions of runs that were killed. */
const leftOf = async (results: string): Promise<readonly LeftFile[]> => [
  ...leftIn(results),
  ...(await liveRunsIn(results))
    .filter(({ alive }) => !alive)
    .map(({ file, run }) => ({ path: file, found: `progress of process ${run.pid}, which has ended` })),
];

const tableOf = (checked: readonly CheckedResult[]): string =>
  table(checked, [
    ['result', ({ folder }) => folder, 'left'],
    ['seal', ({ sealed }) => (sealed ? 'whole' : 'broken'), 'left'],
    ['scores', scoresCell, 'left'],
  ]).text(screenWidth());

const scoresCell = ({ recomputed, problems, incomplete }: CheckedResult): string => {
  if (recomputed !== true) return `not recomputed: ${recomputed}`;
  if (problems.length > 0) return 'not what run.trec gives';
  return incomplete ? 'recomputed; incomplete, since work failed' : 'recomputed';
};
