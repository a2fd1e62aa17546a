import type { Command } from 'commander';
import {
  type BuildPlan,
  estimatePlan,
  readBuildPlan,
  runBuildPlan,
} from '../../benchmarks/construction/index.js';
import { mustBeWritable } from '../../platform/node/index.js';
import { type FlagValues, LLM, MODELS, part, pick, text } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable, toolsOptions } from '../stopping.js';
import { type StepFlags, withBuildContext } from './build-context.js';
import { estimateLine, estimateTable } from './estimate-table.js';
import { planLine, reportTable } from './report-table.js';

const FLAGS = {
  ...pick('plan work prompts dryRun retryFailed', LLM, MODELS, 'threads memory offline overwrite json quiet'),
  work: text('<folder>', 'work folder (default: that of the plan, else build)'),
};

type AllFlags = FlagValues<typeof FLAGS>;

const SUMMARY = 'do all steps of a plan, and go on where an earlier call ended';

/** `r2med build all --plan FILE`. */
export const buildAll = (): Command =>
  part('all', SUMMARY, FLAGS)
    .addHelpText(
      'after',
      `
The cost of the whole plan is printed first. Steps that are done with the same
settings and input are not done again. Flags come before what the plan says.

  $ r2med build all --plan plan.yaml --dry-run
  $ r2med build all --plan plan.yaml --budget 5`,
    )
    .action((flags: AllFlags) => callAll(flags));

/** What the plan says of a flag holds where the flag is not given. */
const flagsOf = (flags: AllFlags, plan: BuildPlan): StepFlags => ({
  ...(plan.seed !== undefined && { seed: plan.seed }),
  ...(plan.budget?.usd !== undefined && { budget: plan.budget.usd }),
  ...(plan.budget?.tokens !== undefined && { budgetTokens: plan.budget.tokens }),
  ...(plan.prompts !== undefined && { prompts: plan.prompts }),
  work: plan.work ?? 'build',
  ...flags,
});

const callAll = (given: AllFlags): Promise<void> =>
  stoppable(toolsOptions(given), async (tools) => {
    const plan = await readBuildPlan(given.plan);
    const flags = flagsOf(given, plan);
    if (!flags.dryRun) await mustBeWritable(flags.work, '--work');
    await withBuildContext('plan', flags, tools, async (context) => {
      const estimates = await estimatePlan(plan, context);
      if (!flags.dryRun) tools.note(estimateLine(estimates));
      else if (flags.json) await printJson(estimates);
      else await printLine(estimateTable(estimates, screenWidth()));
    });
    if (flags.dryRun) return;
    await withBuildContext('work', flags, tools, async (context) => {
      const runs = await runBuildPlan(plan, context, {
        overwrite: flags.overwrite ?? false,
        planned: (step, cost) => tools.note(planLine(step, cost)),
        finished: ({ report, reused }) =>
          tools.note(`build ${report.step}: ${reused ? 'was done already' : 'done'}`),
      });
      const reports = runs.map(({ report }) => report);
      await (flags.json ? printJson(reports) : printLine(reportTable(reports, screenWidth())));
    });
  });
