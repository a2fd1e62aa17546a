import type { StepEstimate } from '../../benchmarks/construction/index.js';
import { textTable } from '../../platform/tables/index.js';
import { money } from '../generation-table.js';

const count = (number: number | undefined): string => number?.toLocaleString('en') ?? '–';

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
  const answered = `${count(cached)} answered already`;
  if (calls === 0) return `${so}no new calls; ${answered}`;
  const cost = usd === undefined ? 'cost unknown' : `about ${money(usd)}`;
  return `${so}${atMost ? 'at most ' : ''}${count(calls)} new calls, about ${count(tokensIn)} tokens in and ${count(tokensOut)} out, ${cost}; ${answered}`;
};

/** The same step by step. */
export const estimateTable = (estimates: readonly StepEstimate[], width: number): string => {
  const sum = total(estimates);
  const cells = (
    of: (plan: NonNullable<StepEstimate['plan']>) => string,
    last: string,
  ): readonly string[] => [...estimates.map(({ plan }) => (plan ? of(plan) : '–')), last];
  return textTable(
    [
      { heading: 'Step', align: 'left', cells: [...estimates.map(({ step }) => step), 'all'] },
      {
        heading: 'State',
        align: 'left',
        cells: [...estimates.map(({ state, atMost }) => (atMost ? `${state}, at most` : state)), ''],
      },
      { heading: 'New calls', align: 'right', cells: cells(({ calls }) => count(calls), count(sum.calls)) },
      {
        heading: 'Answered',
        align: 'right',
        cells: cells(({ cached }) => count(cached), count(sum.cached)),
      },
      {
        heading: 'Tokens in',
        align: 'right',
        cells: cells(({ tokensIn }) => count(tokensIn), count(sum.tokensIn)),
      },
      {
        heading: 'Tokens out',
        align: 'right',
        cells: cells(({ tokensOut }) => count(tokensOut), count(sum.tokensOut)),
      },
      { heading: 'Cost', align: 'right', cells: cells(({ usd }) => money(usd), money(sum.usd)) },
    ],
    width,
  );
};
