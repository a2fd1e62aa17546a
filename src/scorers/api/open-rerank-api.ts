import {
  CONCURRENCY_PER_ENDPOINT,
  call,
  connect,
  identityAt,
  keptAfter,
  newMemory,
  type Run,
  runJobs,
  serviceMeter,
  endpoints as shareLoad,
} from '../../api-client/index.js';
import { type ScoredBatch, type Scorer, type ScorerUsage, WorkError } from '../../core/index.js';
import type { RequestInput } from './dialects/index.js';
import { jobsOf, type PairItem, pairing } from './pairs.js';
import { planOf } from './plan.js';
import type { RerankApiSettings } from './settings.js';
import { specOf } from './spec.js';

/** What the calls of a rerank API took so far. */
export interface RerankApiUsage extends ScorerUsage {
  readonly calls: number;
  /** Requests whose answer was lost on the way: their tokens are an estimate. */
  readonly lost: number;
  /** Units that some services count in besides tokens. */
  readonly searches?: number;
  /** Scores that are only known to be at least, or at most, what they say. */
  readonly bounded?: number;
}

/** A scorer behind HTTP. */
export interface RerankApi extends Scorer {
  usage(): RerankApiUsage;
}

/** A reranker behind HTTP. Nothing is sent before the first pair is to be scored. */
export const openRerankApi = async (settings: RerankApiSettings): Promise<RerankApi> => {
  const plan = planOf(settings);
  const { dialect, answers, rawScores, tellsLimit } = plan;
  const meter = serviceMeter(settings.budget, settings.price ?? {}, keptAfter('scored'));
  const connection = await connect(dialect, settings);
  const { addresses, clock, poster } = connection;
  const concurrency = settings.concurrency ?? CONCURRENCY_PER_ENDPOINT * addresses.length;
  const shared = shareLoad(addresses, concurrency, clock);
  const memory = newMemory();
  const pairs = pairing(plan);
  const closed = new AbortController();
  let bounded = 0;

  const request: Run<PairItem, number>['request'] = async (endpoint, items, signal) => {
    const ask: RequestInput = {
      model: settings.model,
      query: items[0]!.query,
      documents: items.map(({ document }) => document.sent),
      serverCuts: settings.serverCuts ?? true,
      maxTokens: tellsLimit ? settings.maxTokens : undefined,
      rawScores,
      answers,
    };
    const reading = await call(
      connection,
      endpoint,
      {
        url: dialect.url(endpoint),
        headers: dialect.headers,
        body: dialect.body(ask),
        read: (answer) => dialect.read(answer, ask),
      },
      signal,
    );
    bounded += reading.bounded ?? 0;
    const { scores: values, tokens, searches } = reading;
    return { values, tokens, searches };
  };

  return {
    spec: specOf(plan, identityAt(settings.identity, addresses, dialect)),
    ...(settings.listwise && { listwise: true }),
    score: async function* (asked, { note, signal }) {
      const run: Run<PairItem, number> = {
        endpoints: shared,
        clock,
        meter,
        memory,
        concurrency,
        items: 'pairs',
        done: 'scored',
        estimate: (items) => ({
          tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
          searches: dialect.searches?.(items.length) ?? 0,
        }),
        request,
        textOf: ({ query, document }) => JSON.stringify([query, document.sent]),
        shorter: (item, share) => (settings.shorten === false ? undefined : pairs.shorter(item, share)),
        note,
      };
      const jobs = jobsOf(asked, pairs, plan, { tries: clock.tries, note });
      for await (const { done, failed } of runJobs(run, jobs, AbortSignal.any([signal, closed.signal])))
        yield {
          scored: done.map(({ item: { place, lost }, value }) => ({
            place,
            score: value,
            // What the service itself cuts it does not say.
            ...((lost.query > 0 || lost.document > 0) && { cut: lost }),
          })),
          failed: failed.map(({ item, reason }) => ({ place: item.place, reason })),
        } satisfies ScoredBatch;
    },
    usage: () => {
      const { tokens, searches } = meter.spent();
      return {
        tokens,
        calls: meter.calls(),
        lost: meter.lost(),
        ...(dialect.searches && { searches }),
        ...(settings.dialect === 'completions' && { bounded }),
        ...(settings.price && { usd: meter.usd() ?? 0 }),
      };
    },
    close: async () => {
      closed.abort(new WorkError('the reranker was closed'));
      await poster.close();
    },
  };
};
