import type { LlmEntry, LlmReadiness, LlmWay } from '../models/llms/index.js';
import { countText, table } from '../platform/tables/index.js';
import { aboutFacts, factLine, factLines, lastFacts } from './fact-lines.js';

/** A row of `data/llms.json` and how it can be reached from this machine. */
export interface StatedLlm {
  readonly row: LlmEntry;
  readonly readiness: readonly LlmReadiness[];
}

/** Ids of models are long, so they come last: what does not fit goes into a block of its own. */
export const llmTable = (stated: readonly StatedLlm[], width: number): string =>
  table(stated, [
    ['LLM', ({ row: entry }) => entry.name, 'left'],
    ['reasoning', ({ row: entry }) => entry.reasoning, 'left'],
    [
      '$ in / out',
      ({ row: { price } }) => (price ? `${price.usdPerMillionIn} / ${price.usdPerMillionOut}` : '–'),
    ],
    ['context', ({ row: { context } }) => (context ? countText(context) : '–')],
    ['on this machine', ({ readiness }) => best(readiness)?.state ?? 'stored texts', 'left'],
    ['model', ({ row: entry }) => (entry.ways.length > 0 ? entry.model : '–'), 'left'],
  ]).text(width);

const best = (readiness: readonly LlmReadiness[]): LlmReadiness | undefined =>
  readiness.find(({ ready }) => ready) ?? readiness[0];

/** A row in readable form, and every way to reach it. */
export const llmPage = ({ row: entry, readiness }: StatedLlm): string =>
  [facts(entry), ...(entry.ways.length > 0 ? [ways(entry, readiness)] : [])].join('\n\n');

const facts = (entry: LlmEntry): string =>
  factLines(`${entry.name}: ${entry.model}`, [
    ['revision', entry.revision],
    ...aboutFacts(entry),
    ['reasoning', entry.reasoning],
    ['searched with', entry.reasoner ? 'its answer alone, whatever the method' : 'as the method says'],
    ['sampling', settings(entry.sampling) || "the service's defaults"],
    ['refuses', entry.refuses.length > 0 ? entry.refuses.join(', ') : undefined],
    ['limit', entry.limitParameter],
    ['body', Object.keys(entry.extra).length > 0 ? JSON.stringify(entry.extra) : undefined],
    ['continues', entry.continuation === 'prefill' ? 'its own last message' : 'in another turn'],
    ['context', entry.context ? `${countText(entry.context)} tokens` : undefined],
    ['writes', entry.maxOutput ? `at most ${countText(entry.maxOutput)} tokens` : undefined],
    ['price', price(entry)],
    ...lastFacts(entry),
  ]);

const settings = (given: object): string =>
  Object.entries(given)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const price = ({ price: known }: LlmEntry): string | undefined =>
  known &&
  `$${known.usdPerMillionIn} per million tokens in, $${known.usdPerMillionOut} out (${known.at}; ${known.source})`;

const ways = (entry: LlmEntry, readiness: readonly LlmReadiness[]): string =>
  ['Ways to reach it', ...entry.ways.flatMap((way, i) => wayLines(entry, way, readiness[i]!))].join('\n');

const wayLines = (entry: LlmEntry, way: LlmWay, { state, fix }: LlmReadiness): readonly string[] => {
  if (way.via === 'server')
    return Object.entries(way.start).map(([server, start]) => factLine(server, `$ ${start}`));
  const model = way.model && way.model !== entry.model ? ` as ${way.model}` : '';
  return [factLine(way.service, `${state}${model}`), ...(fix ? [factLine('', `$ ${fix}`)] : [])];
};
