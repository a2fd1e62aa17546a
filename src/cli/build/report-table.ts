import type { StepPlan, StepReport, UndecidedItems } from '../../benchmarks/construction/index.js';
import { table } from '../../platform/tables/index.js';
import { money } from '../generation-table.js';

const count = (number: number): string => number.toLocaleString('en');

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
    ['In', of((report) => count(report.in))],
    ['Out', of((report) => count(report.out))],
    ['Held', ({ held }) => count(held)],
    ['Because', ({ reason }) => reason, 'left'],
    ['Calls', of(({ usage }) => (usage ? count(usage.calls) : '–'))],
    ['Cost', of(({ usage }) => money(usage?.usd))],
  ]).text(width);
};

/** What a step will cost, in a line. */
export const planLine = (step: string, { calls, cached, tokensIn, tokensOut, usd }: StepPlan): string => {
  const answered = `${count(cached)} answered already`;
  if (calls === 0) return `build ${step}: no new calls; ${answered}`;
  const cost = usd === undefined ? 'cost unknown' : `about ${money(usd)}`;
  return `build ${step}: ${count(calls)} new calls, about ${count(tokensIn)} tokens in and ${count(tokensOut)} out, ${cost}; ${answered}`;
};

export const planTable = (step: string, plan: StepPlan, width: number): string =>
  table(
    [plan],
    [
      ['Step', () => step, 'left'],
      ['New calls', ({ calls }) => count(calls)],
      ['Answered already', ({ cached }) => count(cached)],
      ['Tokens in', ({ tokensIn }) => count(tokensIn)],
      ['Tokens out', ({ tokensOut }) => count(tokensOut)],
      ['Cost', ({ usd }) => money(usd)],
    ],
  ).text(width);

const SHOWN = 10;

/** The first of what could not be decided. */
export const undecidedLines = (undecided: UndecidedItems['undecided']): readonly string[] => [
  ...undecided.slice(0, SHOWN).map(({ step, id, why }) => `${step} ${JSON.stringify(id)}: ${why}`),
  ...(undecided.length > SHOWN ? [`and ${undecided.length - SHOWN} more`] : []),
];
