import { type Shard, shardText, shellWord, type Tools, WorkError } from '../core/index.js';
import {
  failedRuns,
  partLine,
  type RequestPlan,
  runRequestShard,
  type ShardPart,
} from '../experiment/running/index.js';
import { table } from '../platform/tables/index.js';
import { calledAs, printJson, printLine, screenWidth } from './output.js';
import { retryLine, withoutFlag } from './retry-line.js';
import type { RunFlags } from './run-flags.js';

/** `r2med run --shard i/n`. */
export const runOneShard = async (
  plan: RequestPlan,
  flags: RunFlags,
  shard: Shard,
  tools: Tools,
): Promise<void> => {
  const command = withoutFlag(process.argv.slice(2), '--shard').filter((word) => word !== '--overwrite');
  const { parts, failures, tasks } = await runRequestShard(plan, { shard, command }, tools);
  if (flags.json) await printJson({ shard, parts });
  else if (parts.length > 0) await printLine(tableOf(parts));
  if (failures.length > 0) throw failedRuns(failures, plan.runs.length * tasks.length);
  mustBeWhole(parts);
  const none = parts.length === 0 ? ': more shards than batches of queries, so there is nothing to do' : '';
  tools.note(`\nShard ${shardText(shard)} is done${none}. No result yet. When all ${shard.count} are done:`);
  tools.note(`  ${calledAs()} merge --results ${shellWord(plan.out)}`);
};

const tableOf = (parts: readonly ShardPart[]): string =>
  table(parts, [
    ['task', ({ task }) => task, 'left'],
    ['system', ({ system }) => system, 'left'],
    ['queries', ({ queries }) => queries.join(' to '), 'left'],
    ['answered now', ({ answered }) => answered],
  ]).text(screenWidth());

const mustBeWhole = (parts: readonly ShardPart[]): void => {
  const lacking = parts.filter(({ incomplete }) => incomplete);
  if (lacking.length === 0) return;
  const cached = lacking.some(({ incomplete = {} }) => Object.values(incomplete).some((part) => part.cached));
  throw new WorkError(
    [
      `work failed in ${lacking.length} of ${parts.length} parts of this shard:`,
      ...lacking.map(partLine),
    ].join('\n  '),
    cached
      ? retryLine(process.argv.slice(2))
      : 'correct the cause and run the same command again: what was done is kept',
  );
};
