import type { Command } from 'commander';
import {
  type BuildPlan,
  estimatePlan,
  readBuildPlan,
  runBuildPlan,
  type StepEstimate,
} from '../../benchmarks/construction/index.js';
import { defined, placedAt } from '../../core/index.js';
import { mustBeWritable } from '../../platform/node/index.js';
import { countText, table } from '../../platform/tables/index.js';
import { type FlagValues, LLM, MODELS, part, pick, text } from '../flags/index.js';
import { money } from '../generation-table.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';
import { type StepFlags, withBuildContext } from './build-context.js';
import { planLine, reportTable } from './report-table.js';

const FLAGS = {
  ...pick('plan work prompts dryRun retryFailed', LLM, MODELS, 'threads memory offline overwrite json quiet'),
  work: text('<folder>', 'work folder (default: that of the plan, else build)'),
};

type AllFlags = FlagValues<typeof FLAGS>;

const SUMMARY = 'do all steps of a plan, and go on where an earlier call ended';

export const buildAll = (): Command =>
  part('all', SUMMARY, FLAGS).action((flags: AllFlags) => callAll(flags));

/** What the plan says of a flag holds where the flag is not given. */
const flagsOf = (flags: AllFlags, { seed, budget, prompts, work = 'build' }: BuildPlan): StepFlags => ({
  ...defined({ seed, budget: budget?.usd, budgetTokens: budget?.tokens, prompts, work }),
  ...flags,
});

const callAll = (given: AllFlags): Promise<void> =>
  stoppable(given, async (tools) => {
    const plan = await readBuildPlan(given.plan);
    const flags = flagsOf(given, plan);
    if (!flags.dryRun) await mustBeWritable(flags.work, '--work');
    await withBuildContext('plan', flags, tools, async (context) => {
      // An LLM or a setting that is unknown is an error in the plan.
      const estimates = await estimatePlan(plan, context).catch((error: unknown) => {
        throw placedAt(error, { file: given.plan });
      });
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

const total = (estimates: readonly StepEstimate[]) => {
  const plans = estimates.flatMap(({ plan }) => (plan ? [plan] : []));
  const sum = (of: (plan: (typeof plans)[number]) => number): number =>
    plans.reduce((all, plan) => all + of(plan), 0);
  // A plan without new calls costs nothing, whatever its prices.
  const priced = plans.every(({ calls, usd }) => calls === 0 || usd !== undefined);
  return {
    calls: sum(({ calls }) => calls),
    cached: sum(({ cached }) => cached),
    tokensIn: sum(({ tokensIn }) => tokensIn),
    tokensOut: sum(({ tokensOut }) => tokensOut),
    ...(priced && { usd: sum(({ usd = 0 }) => usd) }),
    atMost: estimates.some(({ atMost }) => atMost),
  };
};

const estimateLine = (estimates: readonly StepEstimate[]): string => {
  const { calls, cached, tokensIn, tokensOut, usd, atMost } = total(estimates);
  const done = estimates.filter(({ state }) => state === 'done').length;
  const so = `build all: ${estimates.length} steps, ${done} done; `;
  const answered = `${countText(cached)} answered already`;
  if (calls === 0) return `${so}no new calls; ${answered}`;
  const cost = usd === undefined ? 'cost unknown' : `about ${money(usd)}`;
  return `${so}${atMost ? 'at most ' : ''}${countText(calls)} new calls, about ${countText(tokensIn)} tokens in and ${countText(tokensOut)} out, ${cost}; ${answered}`;
};

/** The same step by step. */
const estimateTable = (estimates: readonly StepEstimate[], width: number): string => {
  const all: { step: string; state: string; plan?: StepEstimate['plan']; atMost?: boolean } = {
    step: 'all',
    state: '',
    plan: total(estimates),
  };
  return table(
    [...estimates, all],
    [
      ['Step', ({ step }) => step, 'left'],
      ['State', ({ state, atMost }) => (atMost ? `${state}, at most` : state), 'left'],
      ['New calls', ({ plan }) => countText(plan?.calls)],
      ['Answered', ({ plan }) => countText(plan?.cached)],
      ['Tokens in', ({ plan }) => countText(plan?.tokensIn)],
      ['Tokens out', ({ plan }) => countText(plan?.tokensOut)],
      ['Cost', ({ plan }) => money(plan?.usd)],
    ],
  ).text(width);
};
