import { type Corpus, defined, limiter, type Query, type QueryId, type Tools } from '../../core/index.js';
import { type CachedChat, ChatFailure, type Sampling, sampleSampling } from '../../models/llms/index.js';
import {
  type GeneratedTexts,
  type GenerationFailure,
  GenerationStopped,
  type QueryDraft,
  truncatedTexts,
  usageCount,
} from './generated-texts.js';
import type {
  AskModel,
  GeneratedDraft,
  GenerationMethod,
  OpenGenerationMethod,
} from './generation-method.js';
import { callSampling } from './sampling.js';

/** Settings of the generation for a list of queries. */
export interface GenerateTextsOptions extends GenerateEachOptions {
  readonly corpus: Corpus;
  readonly queries: readonly Query[];
  readonly tools: Tools;
  readonly label?: string;
}

/**
 * Generates for all queries of a task with one method. Throws `GenerationStopped`, with the texts so far, when something ends the
 * work; finished calls are cached, so that the next command continues from there.
 */
export const generateTexts = async (
  generationMethod: GenerationMethod,
  { corpus, queries, tools, label = generationMethod.method, ...settings }: GenerateTextsOptions,
): Promise<GeneratedTexts> => {
  const open = await generationMethod.open(corpus, tools);
  await open.prepare?.(queries);
  const progress = tools.progress(label, queries.length * (settings.samples ?? 1));
  try {
    const written = await generateEach(open, queries, settings, tools, ({ failed, usage, fromCache }) => {
      progress.advance(1, fromCache);
      progress.status(statusLine(failed, usage));
    });
    return { ...written, ...(open.failed && { failed: open.failed }) };
  } finally {
    progress.done();
  }
};

const statusLine = (failed: number, { tokensIn, tokensOut, usd }: GeneratedTexts['usage']): string =>
  [
    ...(failed ? [`${failed} failed`] : []),
    `${tokensIn.toLocaleString('en')} tokens in, ${tokensOut.toLocaleString('en')} out`,
    ...(usd === undefined ? [] : [`$${usd.toFixed(2)}`]),
  ].join(' · ');

/** How texts are generated: model, samples, sampling, concurrency. */
export interface GenerateEachOptions {
  readonly chat: CachedChat;
  /** Texts per query; 1, as R2MED has it. */
  readonly samples?: number;
  /** What the user says about sampling; it comes before what the method and the model say. */
  readonly sampling?: Sampling;
  /** Samples generated at once; by default as many as the model takes requests. */
  readonly concurrency?: number;
  /** No call is begun once this is aborted; those in flight finish and are cached. */
  readonly stop?: AbortSignal;
}

interface Job {
  readonly query: Query;
  readonly sample: number;
}

/** Called after every sample. */
type ReportSample = (state: {
  readonly failed: number;
  readonly usage: GeneratedTexts['usage'];
  /** All its calls come from the cache. */
  readonly fromCache: boolean;
}) => void;

/**
 * Writes for queries, several at once. A call that the model does not answer fails its sample, and the rest goes on;
 * anything else ends the work with `GenerationStopped` when the calls in flight have finished. What comes out does not
 * depend on the order in which calls come back.
 */
export const generateEach = async (
  generationMethod: OpenGenerationMethod,
  queries: readonly Query[],
  { chat, samples = 1, sampling = {}, concurrency = chat.model.concurrency, stop }: GenerateEachOptions,
  tools: Pick<Tools, 'signal'>,
  report: ReportSample = () => {},
): Promise<GeneratedTexts> => {
  const jobs = queries.flatMap((query) =>
    Array.from({ length: samples }, (_, sample) => ({ query, sample })),
  );
  if (jobs.length > 0) await generationMethod.beforeCalls?.();
  const outcomes = new Map<Job, GeneratedDraft | ChatFailure>();
  const count = usageCount(chat.model.price);
  const limit = limiter(concurrency);
  let failed = 0;

  const mustGoOn = (): void => {
    limit.mustGoOn();
    stop?.throwIfAborted();
    tools.signal.throwIfAborted();
  };
  const askFor =
    (sample: number, onAsked: () => void): AskModel =>
    async (messages, method, isReadable) => {
      mustGoOn();
      const call = sampleSampling(sample, chat.model.sampling, callSampling(method, sampling));
      const reply = await chat.ask({ messages, sampling: call, ...defined({ isReadable }) }, sample, onAsked);
      count.add(reply);
      return reply;
    };
  const generate = async (job: Job): Promise<void> => {
    let fromCache = true;
    const onAsked = (): void => {
      fromCache = false;
    };
    mustGoOn();
    try {
      outcomes.set(job, await generationMethod.write(job.query, askFor(job.sample, onAsked)));
    } catch (error) {
      if (!(error instanceof ChatFailure)) throw error;
      outcomes.set(job, error);
      failed += 1;
    }
    report({ failed, usage: count.usage(), fromCache });
  };
  await Promise.allSettled(jobs.map((job) => limit.pass(() => generate(job))));
  const written: GeneratedTexts = { ...inOrder(jobs, outcomes), usage: count.usage() };
  try {
    limit.mustGoOn();
  } catch (error) {
    throw new GenerationStopped(written, error);
  }
  return written;
};

const inOrder = (jobs: readonly Job[], outcomes: ReadonlyMap<Job, GeneratedDraft | ChatFailure>) => {
  const drafts = new Map<QueryId, QueryDraft>();
  const failures: GenerationFailure[] = [];
  for (const job of jobs) {
    const { query, sample } = job;
    const outcome = outcomes.get(job);
    if (!outcome) continue;
    if (outcome instanceof ChatFailure) {
      failures.push({ id: query.id, sample, kind: outcome.kind, reason: outcome.message });
      continue;
    }
    const { texts = [], truncated = [], traces = [] } = drafts.get(query.id) ?? {};
    drafts.set(query.id, {
      texts: [...texts, ...outcome.texts],
      truncated: [...truncated, ...truncatedTexts(outcome)],
      traces: [...traces, { sample, steps: outcome.trace }],
    });
  }
  return { drafts, failures };
};
