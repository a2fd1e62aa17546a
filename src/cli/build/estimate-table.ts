import type { StepEstimate } from '../../benchmarks/construction/index.js';
import { countText, table } from '../../platform/tables/index.js';
import { money } from '../generation-table.js';

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

/** What a whole plan will cost, in a line. */
export const estimateLine = (estimates: readonly StepEstimate[]): string => {
  const { calls, cached, tokensIn, tokensOut, usd, atMost } = total(estimates);
  const done = estimates.filter(({ state }) => state === 'done').length;
  const so = `build all: ${estimates.length} steps, ${done} done; `;
  const answered = `${countText(cached)} answered already`;
  if (calls === 0) return `${so}no new calls; ${answered}`;
  const cost = usd === undefined ? 'cost unknown' : `about ${money(usd)}`;
  return `${so}${atMost ? 'at most ' : ''}${countText(calls)} new calls, about ${countText(tokensIn)} tokens in and ${countText(tokensOut)} out, ${cost}; ${answered}`;
};

/** The same step by step. */
export const estimateTable = (estimates: readonly StepEstimate[], width: number): string => {
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
