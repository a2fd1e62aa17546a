import type { Command } from 'commander';
import { rerankedSystems } from '../../analysis/comparison/index.js';
import { tabulate } from '../../analysis/leaderboard/index.js';
import { parseShard, shellWord, type Tools } from '../../core/index.js';
import type { PlannedRun } from '../../experiment/plans/index.js';
import { countedResults, isIncomplete } from '../../experiment/record/index.js';
import {
  failedRuns,
  mustBeComplete,
  type PlanOutcome,
  planRequest,
  type RequestPlan,
  resultsShown,
  runRequestPlan,
} from '../../experiment/running/index.js';
import { chosenName } from '../../tasks/index.js';
import { givenFlags, planLines } from '../experiment.js';
import { leaderboardText } from '../leaderboard-table.js';
import { calledAs, printJson, printLine, screenWidth } from '../output.js';
import { rerankedText } from '../reranked-table.js';
import { retryLine } from '../retry-line.js';
import type { RunFlags } from '../run-flags.js';
import { runOneShard } from '../run-one-shard.js';
import { modelOutputLines, safeguardText, scoreNotes } from '../score-notes.js';
import { shortNames } from '../short-names.js';
import { stoppable, toolsOptions } from '../stopping.js';
import { worstQueryLine } from '../worst-query-line.js';
import { methodSettings } from '../writer-flags.js';

/** The work of `r2med run`; its flags and help are in `run-help.ts`, which loads this when it is called. */
export const runAll = async (flags: RunFlags, command: Command): Promise<void> => {
  const words = process.argv.slice(2);
  const plan = await planRequest({
    ...(flags.experiment ? givenFlags(flags, command) : flags),
    methodSettings: methodSettings(flags),
    command: words,
  });
  if (flags.dryRun) return printLine(planLines(plan.runs, plan.chosen.map(chosenName)).join('\n'));
  const shard = flags.shard === undefined ? undefined : parseShard(flags.shard);
  await stoppable(toolsOptions(flags), async (tools) => {
    if (shard) return runOneShard(plan, flags, shard, tools);
    const { tasks, done, failures } = await runRequestPlan(plan, tools);
    await show(done, plan, flags, tools);
    if (failures.length > 0) throw failedRuns(failures, plan.runs.length * tasks.length);
    mustBeComplete(
      done.map(({ result }) => result),
      () => retryLine(words),
    );
  });
};

const show = async (
  done: PlanOutcome<PlannedRun>['done'],
  plan: RequestPlan,
  flags: RunFlags,
  tools: Tools,
): Promise<void> => {
  const measure = plan.measure.name;
  const results = resultsShown(done);
  const { includeIncomplete = false } = flags;
  const table = tabulate(results, { measure, includeIncomplete });
  const reranked = rerankedSystems(counted(done, includeIncomplete), measure);
  for (const { record } of results)
    for (const line of modelOutputLines(record, process.argv.slice(2))) tools.note(line);
  if (flags.json) return printJson({ ...table, reranked, records: results.map(({ record }) => record) });
  if (results.length === 0) return;
  await printLine(leaderboardText(table, shortNames(), screenWidth(), flags.means));
  if (reranked.length > 0) await printLine(`\n${rerankedText(reranked, measure, screenWidth())}`);
  const guarded = safeguardText(countedResults(results, includeIncomplete).counted, measure, screenWidth());
  if (guarded) await printLine(`\n${guarded}`);
  for (const note of scoreNotes(results, measure)) tools.note(note);
  tools.note(`\nScores times 100. Records, runs and per-query scores: ${plan.out}/<system>/<task>/`);
  const best = done.filter(
    ({ planned, result }) => !planned.folder && result.record.system === table.rows[0]?.system,
  );
  const worst = worstQueryLine(resultsShown(best), measure, plan.out);
  if (worst) tools.note(worst);
  tools.note(
    `Look at them: ${calledAs()} web${plan.out === 'results' ? '' : ` --results ${shellWord(plan.out)}`}`,
  );
};

const counted = (
  done: PlanOutcome<PlannedRun>['done'],
  includeIncomplete: boolean,
): PlanOutcome<PlannedRun>['done'] => done.filter(({ result }) => includeIncomplete || !isIncomplete(result));
