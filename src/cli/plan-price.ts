import { byteSize, own, withoutSecrets } from '../core/index.js';
import type { PlannedRun } from '../experiment/plans/index.js';
import { settingsOfStage } from '../experiment/systems/index.js';
import { findModelEntry } from '../models/embedders/index.js';
import { findLlm } from '../models/llms/index.js';
import { findRerankerEntry } from '../models/scorers/index.js';
import { countText, table } from '../platform/tables/index.js';
import { generationMethods } from '../search/generation/index.js';
import { parseStages, type StageText, stagesOf } from '../search/pipeline/index.js';
import { money } from './generation-table.js';

/** What is taken for granted, and printed: tokens of a document, a query, a written text and a reasoned one; speed of one request. */
const ASSUMED = {
  document: 300,
  query: 200,
  text: 400,
  reasoned: 2500,
  tokensPerSecond: 50,
  atOnce: 8,
} as const;

/** What a stage asks of an LLM for one query: calls, documents that each of them reads, tokens of an answer without reasoning. */
interface Asked {
  readonly calls: number;
  readonly documents: number;
  readonly answer: number;
  /** Calls for each document of the corpus, once. */
  readonly perDocument?: number;
}

/** Settings by name, as the text says them or as they are declared. */
type Value = (name: string) => number;

const half = (most: number): number => Math.ceil(most / 2);
const windows = (depth: number, window: number, step: number): number =>
  1 + Math.ceil(Math.max(0, depth - window) / step);

/** Calls by stage. Agents make half the searches that they may make; a stage that is not here has no known price. */
const ASKED: Readonly<Record<string, (value: Value, depth: number) => Asked>> = {
  hyde: () => ({ calls: 1, documents: 0, answer: ASSUMED.text }),
  align: () => ({ calls: 1, documents: 0, answer: ASSUMED.text }),
  query2doc: () => ({ calls: 1, documents: 2, answer: ASSUMED.text }),
  lamer: () => ({ calls: 1, documents: 10, answer: ASSUMED.text }),
  diagnose: (value) => ({ calls: 1 + value('candidates'), documents: 0, answer: ASSUMED.text }),
  feedback: (value) => ({ calls: value('rounds'), documents: value('documents'), answer: ASSUMED.text }),
  'search-o1': (value) => ({
    calls: 1 + 2 * half(value('searches')),
    documents: half(value('documents')),
    answer: ASSUMED.text,
  }),
  'search-r1': (value) => ({
    calls: 1 + half(value('turns')),
    documents: value('documents'),
    answer: ASSUMED.text,
  }),
  react: (value) => ({ calls: 1 + half(value('turns')), documents: value('documents'), answer: 100 }),
  lattice: (value) => ({
    calls: 1 + value('beam') * value('steps'),
    documents: value('branch') / 2,
    answer: ASSUMED.text,
    perDocument: 1 / (value('branch') - 1),
  }),
  pointwise: (value, depth) => ({
    calls: depth * value('samples'),
    documents: 1,
    // The rubric asks for reasons.
    answer: value('scale') === 100 ? 150 : 10,
  }),
  listwise: (value, depth) => ({
    calls: value('passes') * windows(depth, value('window'), value('step') || half(value('window'))),
    documents: Math.min(depth, value('window')),
    answer: 6 * Math.min(depth, value('window')),
  }),
  groupwise: (value, depth) => ({
    calls: value('passes') * Math.ceil(depth / value('group')),
    documents: Math.min(depth, value('group')),
    answer: 10 * Math.min(depth, value('group')),
  }),
};

/** What one stage would take. What is not known is absent. */
export interface PricedStage {
  readonly stage: string;
  readonly model: string;
  readonly calls?: number;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly usd?: number;
  readonly hours?: number;
  /** Bytes of its weights in half precision. */
  readonly memory?: number;
  /** The line that starts a server of it. */
  readonly start?: string;
}

/** Queries and documents of the tasks that are run; absent where a task is a folder. */
export interface PlannedCounts {
  readonly queries: number;
  readonly documents: number;
}

/** What the models of a plan would take, stage by stage; a stage that several systems have is run once. */
export const pricedStages = (
  runs: readonly Pick<PlannedRun, 'stages' | 'settings'>[],
  counts: PlannedCounts | undefined,
): readonly PricedStage[] => {
  const found = new Map<string, PricedStage>();
  for (const { stages, settings } of runs)
    for (const text of stagesOf(stages)) {
      const [stage] = parseStages(text);
      // What an agent searches with has a model too.
      const inner = stage?.named.retriever ? parseStages(stage.named.retriever) : [];
      for (const each of stage ? [stage, ...inner] : []) {
        const priced = pricedStage(each, settings.generations ?? 'published', counts);
        if (priced) found.set(each === stage ? text : each.text, priced);
      }
    }
  return [...found.values()];
};

const pricedStage = (
  stage: StageText,
  generations: string,
  counts: PlannedCounts | undefined,
): PricedStage | undefined => {
  const asked = own(ASKED, stage.name);
  const [named = ''] = stage.values;
  const llm = findLlm(named);
  if (llm || (asked && named)) {
    const start = llm?.ways.flatMap((way) =>
      way.via === 'server' ? [way.start.vllm ?? way.start.ollama] : [],
    )[0];
    const model = llm?.name ?? withoutSecrets(named);
    const known = {
      stage: stage.name,
      model,
      ...sized(sizeInName(llm?.model ?? '')),
      ...(start !== undefined && { start }),
    };
    // Texts that are published are downloaded, not written.
    if (Object.hasOwn(generationMethods, stage.name) && generations !== 'new')
      return { stage: stage.name, model, calls: 0, tokensIn: 0, tokensOut: 0, usd: 0, hours: 0 };
    if (!asked || !counts) return known;
    const {
      calls: each,
      documents,
      answer,
      perDocument = 0,
    } = asked(valueIn(stage), Number(stage.values[1] ?? 10));
    const samples = Object.hasOwn(generationMethods, stage.name) ? Number(stage.named.samples ?? 1) : 1;
    const calls = counts.queries * each * samples + Math.ceil(counts.documents * perDocument);
    const tokensIn = calls * (ASSUMED.query + documents * ASSUMED.document);
    // Of one that is not registered, nothing says whether it reasons or what it costs.
    if (!llm) return { ...known, calls, tokensIn };
    const tokensOut = calls * (llm.reasoner ? ASSUMED.reasoned : answer);
    const usd =
      llm.price && (tokensIn * llm.price.usdPerMillionIn + tokensOut * llm.price.usdPerMillionOut) / 1e6;
    const hours = tokensOut / ASSUMED.tokensPerSecond / ASSUMED.atOnce / 3600;
    return { ...known, calls, tokensIn, tokensOut, hours, ...(usd !== undefined && { usd }) };
  }
  const model = findModelEntry(stage.name);
  if (model)
    return {
      stage: 'vectors',
      model: model.name,
      ...(counts && {
        tokensIn: counts.documents * ASSUMED.document + counts.queries * ASSUMED.query,
        tokensOut: 0,
      }),
      ...sized(model.parameters),
    };
  const scorer = findRerankerEntry(stage.name);
  return scorer && { stage: 'scores', model: scorer.name, ...sized(scorer.parameters) };
};

/** Bytes of a weight in half precision. */
const HALF = 2;

const sized = (parameters: number | null | undefined): { readonly memory?: number } =>
  parameters ? { memory: parameters * HALF } : {};

/** `Qwen/Qwen3-32B` has its size in its name, as most open models do. */
const sizeInName = (model: string): number | undefined => {
  const [, size] = /[-_](\d{1,4}(?:\.\d{1,2})?)B(?:[-_]|$)/i.exec(model) ?? [];
  return size === undefined ? undefined : Number(size) * 1e9;
};

const valueIn = (stage: StageText): Value => {
  const declared = settingsOfStage(stage.name);
  return (name) => Number(stage.named[name] ?? own(declared, name)?.default ?? 0);
};

const hoursText = (hours: number | undefined): string =>
  hours === undefined ? '–' : hours < 0.1 && hours > 0 ? '< 0.1' : hours.toFixed(1);

/** The table of a plan's price, with what it assumes and the lines that start servers. */
export const priceText = (
  stages: readonly PricedStage[],
  counts: PlannedCounts | undefined,
  width: number,
): string => {
  const sum = (of: (stage: PricedStage) => number | undefined): number | undefined =>
    stages.some((stage) => stage.stage !== 'vectors' && stage.stage !== 'scores' && of(stage) === undefined)
      ? undefined
      : stages.reduce((all, stage) => all + (of(stage) ?? 0), 0);
  const rows: readonly PricedStage[] = [
    ...stages,
    {
      stage: 'all',
      model: '',
      ...Object.fromEntries(
        (['calls', 'tokensIn', 'tokensOut', 'usd', 'hours'] as const).flatMap((field) => {
          const value = sum((stage) => stage[field]);
          return value === undefined ? [] : [[field, value]];
        }),
      ),
    },
  ];
  const servers = [...new Set(stages.flatMap(({ start }) => start ?? []))];
  const { document, query, text, reasoned, tokensPerSecond, atOnce } = ASSUMED;
  return [
    table(rows, [
      ['Stage', ({ stage }) => stage, 'left'],
      ['Model', ({ model }) => model, 'left'],
      ['Calls', ({ calls }) => countText(calls)],
      ['Tokens in', ({ tokensIn }) => countText(tokensIn)],
      ['Tokens out', ({ tokensOut }) => countText(tokensOut)],
      ['Cost', ({ usd }) => money(usd)],
      ['Hours', ({ hours }) => hoursText(hours)],
      ['Weights', ({ memory }) => (memory === undefined ? '–' : byteSize(memory))],
    ]).text(width),
    '',
    counts
      ? `${countText(counts.queries)} queries, ${countText(counts.documents)} documents. Assumed: ${document} tokens a document, ${query} a query, ${text} a written text, ${reasoned} by a model that reasons; ${tokensPerSecond} tokens a second for each of ${atOnce} requests at once; agents make half the searches that they may. Weights: in half precision, without room for texts. – is not known. Nothing that is cached is counted off.`
      : 'A task is a folder, so queries and documents are not counted here.',
    ...(servers.length > 0
      ? ['', 'Servers, or a service in their place:', ...servers.map((line) => `  ${line}`)]
      : []),
  ].join('\n');
};
