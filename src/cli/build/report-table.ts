import type { StepPlan, StepReport, UndecidedItems } from '../../benchmarks/construction/index.js';
import { textTable } from '../../platform/tables/index.js';
import { money } from '../generation-table.js';

const count = (number: number): string => number.toLocaleString('en');

/** What steps did: how many came in and went on, why the others were held back, and what it took. */
export const reportTable = (reports: readonly StepReport[], width: number): string => {
  const rows = reports.flatMap((report) => [
    { report, reason: '', held: Object.values(report.held).reduce((sum, held) => sum + held, 0) },
    ...Object.entries(report.held).map(([reason, held]) => ({ report: undefined, reason, held })),
  ]);
  const cells = (of: (report: StepReport) => string): readonly string[] =>
    rows.map(({ report }) => (report ? of(report) : ''));
  return textTable(
    [
      { heading: 'Step', align: 'left', cells: cells(({ step }) => step) },
      { heading: 'In', align: 'right', cells: cells((report) => count(report.in)) },
      { heading: 'Out', align: 'right', cells: cells((report) => count(report.out)) },
      { heading: 'Held', align: 'right', cells: rows.map(({ held }) => count(held)) },
      { heading: 'Because', align: 'left', cells: rows.map(({ reason }) => reason) },
      { heading: 'Calls', align: 'right', cells: cells(({ usage }) => (usage ? count(usage.calls) : '–')) },
      { heading: 'Cost', align: 'right', cells: cells(({ usage }) => money(usage?.usd)) },
    ],
    width,
  );
};

/** What a step will cost, in a line. */
export const planLine = (step: string, { calls, cached, tokensIn, tokensOut, usd }: StepPlan): string => {
  const answered = `${count(cached)} answered already`;
  if (calls === 0) return `build ${step}: no new calls; ${answered}`;
  const cost = usd === undefined ? 'cost unknown' : `about ${money(usd)}`;
  return `build ${step}: ${count(calls)} new calls, about ${count(tokensIn)} tokens in and ${count(tokensOut)} out, ${cost}; ${answered}`;
};

export const planTable = (step: string, plan: StepPlan, width: number): string =>
  textTable(
    [
      { heading: 'Step', align: 'left', cells: [step] },
      { heading: 'New calls', align: 'right', cells: [count(plan.calls)] },
      { heading: 'Answered already', align: 'right', cells: [count(plan.cached)] },
      { heading: 'Tokens in', align: 'right', cells: [count(plan.tokensIn)] },
      { heading: 'Tokens out', align: 'right', cells: [count(plan.tokensOut)] },
      { heading: 'Cost', align: 'right', cells: [money(plan.usd)] },
    ],
    width,
  );

const SHOWN = 10;

/** The first of what could not be decided. */
export const undecidedLines = (undecided: UndecidedItems['undecided']): readonly string[] => [
  ...undecided.slice(0, SHOWN).map(({ step, id, why }) => `${step} ${JSON.stringify(id)}: ${why}`),
  ...(undecided.length > SHOWN ? [`and ${undecided.length - SHOWN} more`] : []),
];
