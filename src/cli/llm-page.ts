import type { LlmReadiness, LlmRow, LlmWay } from '../models/index.js';
import { type Column, textTable } from './table.js';

/** A row of `data/llms.json` and how it can be reached from this machine. */
export interface StatedLlm {
  readonly row: LlmRow;
  readonly readiness: readonly LlmReadiness[];
}

/** Ids of models are long, so they come last: what does not fit goes into a block of its own. */
export const llmTable = (stated: readonly StatedLlm[], width: number): string => {
  const column = (heading: string, align: Column['align'], cell: (llm: StatedLlm) => string): Column => ({
    heading,
    align,
    cells: stated.map(cell),
  });
  return textTable(
    [
      column('LLM', 'left', ({ row }) => row.name),
      column('reasoning', 'left', ({ row }) => row.reasoning),
      column('$ in / out', 'right', ({ row: { price } }) =>
        price ? `${price.usdPerMillionIn} / ${price.usdPerMillionOut}` : '–',
      ),
      column('context', 'right', ({ row: { context } }) => (context ? count(context) : '–')),
      column('on this machine', 'left', ({ readiness }) => best(readiness)?.state ?? 'stored texts'),
      column('model', 'left', ({ row }) => (row.ways.length > 0 ? row.model : '–')),
    ],
    width,
  );
};

const best = (readiness: readonly LlmReadiness[]): LlmReadiness | undefined =>
  readiness.find(({ ready }) => ready) ?? readiness[0];

/** A row in readable form, and every way to reach it. */
export const llmPage = ({ row, readiness }: StatedLlm): string =>
  [facts(row), ...(row.ways.length > 0 ? [ways(row, readiness)] : [])].join('\n\n');

const line = (name: string, text: string): string => `  ${name.padEnd(13)} ${text}`;

const count = (value: number): string => value.toLocaleString('en');

const facts = (row: LlmRow): string => {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['reasoning', row.reasoning],
    ['searched with', row.reasoner ? 'its answer alone, whatever the method' : 'as the method says'],
    ['sampling', settings(row.sampling) || "the service's defaults"],
    ['refuses', row.refuses.length > 0 ? row.refuses.join(', ') : undefined],
    ['limit', row.limitParameter],
    ['body', Object.keys(row.extra).length > 0 ? JSON.stringify(row.extra) : undefined],
    ['continues', row.continuation === 'prefill' ? 'its own last message' : 'in another turn'],
    ['context', row.context && `${count(row.context)} tokens`],
    ['writes', row.maxOutput && `at most ${count(row.maxOutput)} tokens`],
    ['price', price(row)],
    ['source', row.source],
    ...row.notes.map((note) => ['note', note] as const),
    ['unconfirmed', row.unconfirmed.length > 0 ? row.unconfirmed.join(', ') : undefined],
  ].map(([name, value]) => [name, value || undefined] as [string, string | undefined]);
  return [
    `${row.name}: ${row.model}`,
    ...lines.flatMap(([name, value]) => (value === undefined ? [] : [line(name, value)])),
  ].join('\n');
};

const settings = (given: object): string =>
  Object.entries(given)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const price = ({ price: known }: LlmRow): string | undefined =>
  known &&
  `$${known.usdPerMillionIn} per million tokens in, $${known.usdPerMillionOut} out (${known.at}; ${known.source})`;

const ways = (row: LlmRow, readiness: readonly LlmReadiness[]): string =>
  ['Ways to reach it', ...row.ways.flatMap((way, i) => wayLines(row, way, readiness[i]!))].join('\n');

const wayLines = (row: LlmRow, way: LlmWay, { state, fix }: LlmReadiness): readonly string[] => {
  if (way.via === 'server')
    return Object.entries(way.start).map(([server, start]) => line(server, `$ ${start}`));
  const model = way.model && way.model !== row.model ? ` as ${way.model}` : '';
  return [line(way.service, `${state}${model}`), ...(fix ? [line('', `$ ${fix}`)] : [])];
};
