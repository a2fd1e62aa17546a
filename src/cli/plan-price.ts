import { defined, own, withoutSecrets } from '../core/index.js';
import type { PlannedRun } from '../experiment/plans/index.js';
import { settingsOfStage } from '../experiment/systems/index.js';
import { findModelEntry } from '../models/embedders/index.js';
import { findLlm } from '../models/llms/index.js';
import { findRerankerEntry } from '../models/scorers/index.js';
import { generationMethods } from '../search/generation/index.js';
import {
  parseStages,
  printStages,
  type StageText,
  type SystemText,
  systemsIn,
} from '../search/pipeline/index.js';
import { llmRerankers } from '../search/reranking/index.js';

/** What is taken for granted, and printed: tokens of a document, a query, a written text and a reasoned one; speed of one request. */
export const ASSUMED = {
  document: 300,
  query: 200,
  text: 400,
  reasoned: 2500,
  tokensPerSecond: 50,
  atOnce: 8,
  /** Operations a second of a GPU that embeds and scores, and of the processors that run ONNX files. */
  gpu: 300e12,
  cpu: 0.2e12,
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
  /** The line that starts a server of it, where that is how it is reached, and the flag that takes the address. */
  readonly start?: string;
  readonly flag?: '--llm-endpoint' | '--endpoint';
  /** Runs on a machine of the user's. */
  readonly isOwn?: boolean;
}

/** Queries and documents of the tasks that are run; absent where a task is a folder. */
export interface PlannedCounts {
  readonly queries: number;
  readonly documents: number;
}

/** What the models of a plan would take, stage by stage. A stage that several systems have is run once, a reranker once for each list that it reads. */
export const pricedStages = (
  runs: readonly Pick<PlannedRun, 'stages' | 'settings'>[],
  counts: PlannedCounts | undefined,
): readonly PricedStage[] => {
  const found = new Map<string, { readonly priced: PricedStage; readonly lists: Set<string> }>();
  for (const { stages, settings } of runs)
    for (const { stage, before } of stagesIn(stages)) {
      const priced = pricedStage(stage, settings.generations ?? 'published', counts);
      if (!priced) continue;
      const { lists } = found.get(stage.text) ?? { lists: new Set<string>() };
      found.set(stage.text, { priced, lists: lists.add(isReranker(stage.name) ? before : '') });
    }
  return [...found.values()].map(({ priced, lists }) => times(priced, lists.size));
};

/** Every stage with what comes before it, also in fused systems, and in those that agents search with. */
const stagesIn = (
  system: SystemText,
  outer = '',
): readonly { readonly stage: StageText; readonly before: string }[] =>
  system.flatMap((stage, at) => {
    const before = `${outer}${printStages(system.slice(0, at))}`;
    const inner = stage.named.retriever ? [parseStages(stage.named.retriever)] : [];
    return [
      { stage, before },
      ...[...systemsIn(stage), ...inner].flatMap((each) => stagesIn(each, `${before} > `)),
    ];
  });

const isReranker = (name: string): boolean =>
  Object.hasOwn(llmRerankers, name) || findRerankerEntry(name) !== undefined;

const times = (priced: PricedStage, count: number): PricedStage => {
  const { calls, tokensIn, tokensOut, usd, hours } = priced;
  const sums = Object.entries(defined({ calls, tokensIn, tokensOut, usd, hours })) as [string, number][];
  return { ...priced, ...Object.fromEntries(sums.map(([of, value]) => [of, count * value])) };
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
      ...sized(sizeInName(llm?.model ?? '') ?? sizeInName(llm?.base ?? '')),
      ...(start !== undefined && { start: pinned(start, llm!), flag: '--llm-endpoint' as const }),
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
  const embedder = findModelEntry(stage.name);
  const texts = counts && { documents: counts.documents, queries: counts.queries };
  if (embedder) return { stage: 'vectors', ...read(embedder, texts) };
  const scorer = findRerankerEntry(stage.name);
  if (!scorer) return undefined;
  const pairs = counts && counts.queries * Number(stage.values[0] ?? 10);
  return {
    stage: 'scores',
    ...read(scorer, pairs === undefined ? undefined : { documents: pairs, queries: pairs }, counts?.queries),
  };
};

type Reader = NonNullable<ReturnType<typeof findModelEntry> | ReturnType<typeof findRerankerEntry>>;

/** What reading texts takes: tokens, dollars of a service, hours of a machine. */
const read = (
  entry: Reader,
  texts: { readonly documents: number; readonly queries: number } | undefined,
  searches = 0,
): Omit<PricedStage, 'stage'> => {
  const { name, model, parameters, price, backends } = entry;
  const size = parameters ?? sizeInName(model);
  const isOwn = backends.some(({ via }) => via !== 'service');
  const isHere = backends.some(({ via }) => via === 'onnx');
  const [start] = backends.flatMap((way) =>
    way.via === 'served' && 'servers' in way && !isHere ? [way.servers.vllm] : [],
  );
  const limit = typeof entry.tokens === 'number' ? entry.tokens : entry.tokens.document;
  const tokensIn =
    texts && texts.documents * Math.min(ASSUMED.document, limit) + texts.queries * ASSUMED.query;
  return {
    model: name,
    ...sized(size),
    ...(isOwn && { isOwn }),
    ...(start !== undefined && { start: pinned(start, entry), flag: '--endpoint' as const }),
    ...(tokensIn !== undefined && {
      tokensIn,
      tokensOut: 0,
      // Nobody is paid for this machine; what a GPU costs is not known.
      ...(isHere && { usd: 0 }),
      ...(price && {
        usd:
          'usdPerMillionTokens' in price
            ? (tokensIn * price.usdPerMillionTokens) / 1e6
            : (searches * price.usdPerThousandSearches) / 1e3,
      }),
      ...(size && isOwn && { hours: (2 * size * tokensIn) / (isHere ? ASSUMED.cpu : ASSUMED.gpu) / 3600 }),
    }),
  };
};

/** A line that starts a server, with the revision of the weights where the registry knows it. */
const pinned = (
  start: string,
  { model, revision }: { model: string; revision?: string | undefined },
): string =>
  revision !== undefined && start.startsWith(`vllm serve ${model}`)
    ? start.replace(model, `${model} --revision ${revision}`)
    : start;

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
