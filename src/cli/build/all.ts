import { Command, Option } from 'commander';
import {
  type BuildPlan,
  estimatePlan,
  openWorkFolder,
  readBuildPlan,
  runPlan,
  type StepReport,
} from '../../construction/index.js';
import { mustBeWritable } from '../../node/index.js';
import { openPrompts } from '../../prompts/index.js';
import { estimateFlag, jsonFlag, overwriteFlag, promptsFlag, quietFlag, retryFailedFlag } from '../flags.js';
import { withLlmDetails, withSpendingFlags } from '../llm-flags.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';
import { toolsOptions } from '../tools-options.js';
import { estimateLine, estimateTable } from './estimate-table.js';
import { planLine, reportTable } from './report-table.js';
import { respondentsFor, type StepFlags, withUndecidedTold } from './step.js';

interface AllFlags extends Omit<StepFlags, 'work'> {
  readonly plan: string;
  readonly work?: string;
}

const SUMMARY = 'do all steps of a plan, and go on where an earlier call ended';

/** `r2med build all --plan FILE`. */
export const buildAll = (): Command =>
  withSpendingFlags(
    withLlmDetails(
      new Command('all')
        .summary(SUMMARY)
        .description(SUMMARY)
        .requiredOption('--plan <file>', 'plan in YAML or JSON: every step with its settings')
        .addOption(new Option('--work <folder>', 'work folder (default: that of the plan, else build)'))
        .addOption(promptsFlag())
        .addOption(estimateFlag())
        .addOption(retryFailedFlag()),
    ),
  )
    .addOption(overwriteFlag())
    .addOption(jsonFlag())
    .addOption(quietFlag())
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
    await mustBeWritable(flags.work, '--work');
    const prompts = openPrompts({ ...(flags.prompts && { folder: flags.prompts }) });
    const work = openWorkFolder(flags.work);
    const planning = respondentsFor('plan', flags, tools);
    const estimates = await estimatePlan(plan, { work, prompts, tools, respondents: planning }).finally(
      planning.close,
    );
    if (flags.dryRun)
      return flags.json ? printJson(estimates) : printLine(estimateTable(estimates, screenWidth()));
    tools.note(estimateLine(estimates));
    const respondents = respondentsFor('work', flags, tools);
    const reports: StepReport[] = [];
    try {
      await withUndecidedTold(() =>
        runPlan(
          plan,
          { work, prompts, tools, respondents },
          {
            overwrite: flags.overwrite ?? false,
            planned: (step, cost) => tools.note(planLine(step, cost)),
            finished: ({ report, reused }) => {
              reports.push(report);
              tools.note(`build ${report.step}: ${reused ? 'was done already' : 'done'}`);
            },
          },
        ),
      );
    } finally {
      await respondents.close();
    }
    await (flags.json ? printJson(reports) : printLine(reportTable(reports, screenWidth())));
  });
