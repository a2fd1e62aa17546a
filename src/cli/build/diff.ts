import type { Command } from 'commander';
import {
  type Changes,
  readRelease,
  releaseChanges,
  releasedTasks,
  scoreMoves,
} from '../../benchmarks/construction/index.js';
import { InputError } from '../../core/index.js';
import { readResults } from '../../experiment/results/index.js';
import { table } from '../../platform/tables/index.js';
import { type FlagValues, part, pick, text } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';

const SUMMARY = 'list what differs between two releases, and which scores moved';

const FLAGS = {
  ...pick('results measure json'),
  results: text('<folder>', 'records of runs on both releases: which scores moved'),
};

export const buildDiff = (): Command =>
  part('diff', SUMMARY, FLAGS)
    .argument('<before>', 'folder of a release, for example build/release/1.0.0')
    .argument('<after>', 'folder of a later release')
    .action(showDiff);

const PARTS = ['queries', 'documents', 'judgements', 'excluded'] as const;

const showDiff = async (
  before: string,
  after: string,
  { results, measure, json }: FlagValues<typeof FLAGS>,
): Promise<void> => {
  const [earlier, later] = [await readRelease(before), await readRelease(after)];
  const tasks = await releasedTasks(later);
  const changes = await releaseChanges(earlier, later.manifest.version, tasks);
  const records = results === undefined ? [] : (await readResults(results)).map(({ record }) => record);
  const moves = scoreMoves(await releasedTasks(earlier), tasks, records, measure);
  if (results !== undefined && moves.length === 0)
    throw new InputError({
      at: { file: results },
      found: `no system with a complete ${measure} on a task of both releases`,
      fix: 'run a system on both: r2med run --data RELEASE/r2med/TASK --system bm25',
    });
  if (json) return printJson({ ...changes, ...(results !== undefined && { measure, scores: moves }) });
  const rows = changes.tasks.flatMap((task) => PARTS.map((of) => ({ task: task.task, of, ...task[of] })));
  const count = (key: keyof Changes) => (row: Changes) => String(row[key].length);
  await printLine(
    table(rows, [
      ['Task', ({ task }) => task, 'left'],
      [`${changes.from} → ${changes.to}`, ({ of }) => of, 'left'],
      ['Added', count('added')],
      ['Removed', count('removed')],
      ['Changed', count('changed')],
    ]).text(screenWidth()),
  );
  if (moves.length === 0) return;
  const points = (score: number): string => (100 * score).toFixed(2);
  await printLine('');
  await printLine(
    table(moves, [
      ['Task', ({ task }) => task, 'left'],
      ['System', ({ system }) => system, 'left'],
      [`${measure}, ${changes.from}`, (move) => points(move.before)],
      [changes.to, (move) => points(move.after)],
      ['Moved', (move) => `${move.after < move.before ? '' : '+'}${points(move.after - move.before)}`],
    ]).text(screenWidth()),
  );
};
