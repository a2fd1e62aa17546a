import { defined } from '../core/index.js';
import type { ChatUsage } from '../models/llms/index.js';
import { duration } from '../platform/node/index.js';
import { countText, type TableColumn, table } from '../platform/tables/index.js';
import type { GenerationFailure, GenerationPlan, PlannedAmount } from '../search/generation/index.js';
import type { GenerationRecord } from '../tasks/index.js';

/** Small sums matter: a passage may cost a hundredth of a cent. */
export const money = (usd: number | undefined): string => {
  if (usd === undefined) return '–';
  return usd === 0 || usd >= 0.01 ? `$${usd.toFixed(2)}` : `$${Number(usd.toPrecision(2))}`;
};

const time = (seconds: number | undefined): string =>
  seconds === undefined ? '–' : duration(seconds * 1000);

/** What was written for each task, and what it took. */
export const generationTable = (records: readonly GenerationRecord[], width: number): string =>
  table(records, [
    ['Task', ({ task }) => task.name, 'left'],
    ['Queries', ({ counts }) => countText(counts.queries)],
    ['Written', ({ counts }) => countText(counts.written)],
    ['Unanswered', ({ counts }) => countText(counts.unanswered)],
    records.some(({ counts }) => counts.truncated) && [
      'Truncated',
      ({ counts }) => countText(counts.truncated),
    ],
    ['Failed', ({ counts }) => countText(counts.failed)],
    ['Tokens in', ({ usage }) => countText(usage.tokensIn)],
    ['Tokens out', ({ usage }) => countText(usage.tokensOut)],
    ['Cost', ({ usage }) => money(usage.usd)],
  ]).text(width);

/** What this command sent, failed calls included: they are paid for, and no text shows it. */
export const askedNow = ({ calls, tokensIn, tokensOut, usd, lost = 0 }: ChatUsage): string =>
  `Calls made now: ${countText(calls)}, with ${countText(tokensIn)} tokens in, ${countText(tokensOut)} out` +
  `${usd === undefined ? '' : `, ${money(usd)}`}. The table counts only calls that gave a text, earlier ones too.` +
  (lost > 0 ? ` ${lost} responses were lost; budgets count them at their limit.` : '');

export interface TaskPlan {
  readonly task: string;
  readonly plan: GenerationPlan;
}

/** What generating would take, task by task, and the assumptions behind it. */
export const planText = (plans: readonly TaskPlan[], width: number): string => {
  const rows = plans.length > 1 ? [...plans, { task: 'All', plan: together(plans) }] : plans;
  const tasks: TableColumn<TaskPlan> = ['Task', ({ task }) => task, 'left'];
  const amounts = (of: (plan: GenerationPlan) => PlannedAmount): readonly TableColumn<TaskPlan>[] => [
    ['New calls', ({ plan }) => countText(of(plan).calls)],
    ['Tokens in', ({ plan }) => countText(of(plan).tokensIn)],
    ['Tokens out', ({ plan }) => countText(of(plan).tokensOut)],
    ['Cost', ({ plan }) => money(of(plan).usd)],
    ['Time', ({ plan }) => time(of(plan).seconds)],
  ];
  const counts: readonly TableColumn<TaskPlan>[] = [
    ['Queries', ({ plan }) => countText(plan.queries)],
    ['Calls', ({ plan }) => countText(plan.kept + plan.likely.calls)],
    ['Cached', ({ plan }) => countText(plan.kept)],
  ];
  return [
    'Likely',
    table(rows, [tasks, ...counts, ...amounts(({ likely }) => likely)]).text(width),
    '',
    'At most',
    table(rows, [tasks, ...amounts(({ atMost }) => atMost)]).text(width),
    '',
    assumed(together(plans)),
  ].join('\n');
};

const assumed = (plan: GenerationPlan): string => {
  const { assumptions, concurrency, further, likelyFurther, atMost, priceShare } = plan;
  return [
    `Likely: ${assumptions.tokensPerText} new tokens a call, ${assumptions.tokensPerReasonedText} by a model that reasons` +
      `${further > 0 ? `; ${countText(likelyFurther)} calls that follow the first of a conversation: half the searches that an agent may make, all rounds and candidates of other methods, documents of ${assumptions.tokensPerDocument} tokens. A conversation whose first call is cached counts as finished` : ''}.`,
    `At most: every call at its limit of tokens${further > 0 ? `, and the ${countText(further)} calls that may follow` : ''}` +
      `${atMost.tokensOut === undefined ? ', which is not known here: set one with --max-tokens' : ''}.`,
    priceShare === undefined
      ? `Both: four characters a token, ${assumptions.tokensPerSecond} tokens a second for each of ${concurrency} requests at once.`
      : `Both: four characters a token, in batches at ${Math.round(priceShare * 100)} % of the price.`,
  ].join('\n');
};

const together = (plans: readonly TaskPlan[]): GenerationPlan => {
  const first = plans[0]!.plan;
  const sum = (of: (plan: GenerationPlan) => number): number =>
    plans.reduce((all, { plan }) => all + of(plan), 0);
  /** Unknown where one part is. */
  const sumIf = (of: (plan: GenerationPlan) => number | undefined): number | undefined =>
    plans.some(({ plan }) => of(plan) === undefined) ? undefined : sum((plan) => of(plan)!);
  const amount = (which: 'likely' | 'atMost'): PlannedAmount => {
    const [tokensOut, usd, seconds] = (['tokensOut', 'usd', 'seconds'] as const).map((field) =>
      sumIf((plan) => plan[which][field]),
    );
    const [calls, tokensIn] = [sum((plan) => plan[which].calls), sum((plan) => plan[which].tokensIn)];
    return { calls, tokensIn, ...defined({ tokensOut, usd, seconds }) };
  };
  return {
    ...first,
    queries: sum(({ queries }) => queries),
    known: sum(({ known }) => known),
    kept: sum(({ kept }) => kept),
    further: sum(({ further }) => further),
    likelyFurther: sum(({ likelyFurther }) => likelyFurther),
    likely: amount('likely'),
    atMost: amount('atMost'),
  };
};

const GROUPS_SHOWN = 5;
const IDS_SHOWN = 5;

/** Failures of a task by their reason, the most frequent first. */
export const failureLines = (task: string, failures: readonly GenerationFailure[]): readonly string[] => {
  const groups = new Map<string, string[]>();
  for (const { id, sample, kind, reason } of failures) {
    const name = `${kind}: ${reason}`;
    const ids = groups.get(name) ?? [];
    ids.push(sample === 0 ? id : `${id} (sample ${sample})`);
    groups.set(name, ids);
  }
  const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const more = sorted.length - GROUPS_SHOWN;
  return [
    ...sorted
      .slice(0, GROUPS_SHOWN)
      .map(([name, ids]) => `${task}: ${ids.length} failed, ${name} (${some(ids)})`),
    ...(more > 0 ? [`${task}: failures for ${more} more reasons are in failures.jsonl`] : []),
  ];
};

const some = (ids: readonly string[]): string =>
  ids.length <= IDS_SHOWN
    ? ids.join(', ')
    : `${ids.slice(0, IDS_SHOWN).join(', ')} and ${ids.length - IDS_SHOWN} more`;
