import type { StepPlan, StepReport, UndecidedItems } from '../../benchmarks/construction/index.js';
import { countText, table } from '../../platform/tables/index.js';
import { money } from '../generation-table.js';

/** What steps did: how many came in and went on, why the others were held back, and what it took. */
export const reportTable = (reports: readonly StepReport[], width: number): string => {
  const rows = reports.flatMap((report) => [
    { report, reason: '', held: Object.values(report.held).reduce((sum, held) => sum + held, 0) },
    ...Object.entries(report.held).map(([reason, held]) => ({ report: undefined, reason, held })),
  ]);
  const of =
    (cell: (report: StepReport) => string) =>
    ({ report }: (typeof rows)[number]): string =>
      report ? cell(report) : '';
  return table(rows, [
    ['Step', of(({ step }) => step), 'left'],
    ['In', of((report) => countText(report.in))],
    ['Out', of((report) => countText(report.out))],
    ['Held', ({ held }) => countText(held)],
    ['Because', ({ reason }) => reason, 'left'],
    ['Calls', of(({ usage }) => (usage ? countText(usage.calls) : '–'))],
    ['Cost', of(({ usage }) => money(usage?.usd))],
  ]).text(width);
};

export const planLine = (step: string, { calls, cached, tokensIn, tokensOut, usd }: StepPlan): string => {
  const answered = `${countText(cached)} answered already`;
  if (calls === 0) return `build ${step}: no new calls; ${answered}`;
  const cost = usd === undefined ? 'cost unknown' : `about ${money(usd)}`;
  return `build ${step}: ${countText(calls)} new calls, about ${countText(tokensIn)} tokens in and ${countText(tokensOut)} out, ${cost}; ${answered}`;
};

export const planTable = (step: string, plan: StepPlan, width: number): string =>
  table(
    [plan],
    [
      ['Step', () => step, 'left'],
      ['New calls', ({ calls }) => countText(calls)],
      ['Answered already', ({ cached }) => countText(cached)],
      ['Tokens in', ({ tokensIn }) => countText(tokensIn)],
      ['Tokens out', ({ tokensOut }) => countText(tokensOut)],
      ['Cost', ({ usd }) => money(usd)],
    ],
  ).text(width);

const SHOWN = 10;

/** The first of what could not be decided. */
export const undecidedLines = (undecided: UndecidedItems['undecided']): readonly string[] => [
  ...undecided.slice(0, SHOWN).map(({ step, id, why }) => `${step} ${JSON.stringify(id)}: ${why}`),
  ...(undecided.length > SHOWN ? [`and ${undecided.length - SHOWN} more`] : []),
];
