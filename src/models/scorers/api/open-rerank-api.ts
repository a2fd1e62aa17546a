import type { ScoredBatch, Scorer, ScorerUsage } from '../../../core/index.js';
import {
  call,
  checkReachable,
  identityAt,
  openClient,
  type Run,
  runJobs,
} from '../../../platform/api-client/index.js';
import type { RequestInput } from './dialects/index.js';
import { jobsOf, type PairItem, pairing } from './pairs.js';
import { planOf, specOf } from './plan.js';
import type { RerankApiSettings } from './settings.js';

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
  const { price } = settings;
  const client = await openClient(dialect, settings, {
    words: { who: 'the reranker', items: 'pairs', done: 'scored' },
    prices: price && { ...price, usdPerMillionIn: price.usdPerMillionTokens },
  });
  const { connection, meter } = client;
  const pairs = pairing(plan);
  let bounded = 0;

  const asked = (query: string, documents: readonly string[]): RequestInput => ({
    model: settings.model,
    query,
    documents,
    serverCuts: settings.serverCuts ?? true,
    maxTokens: tellsLimit ? settings.maxTokens : undefined,
    rawScores,
    answers,
  });
  const send = <Reading>(
    endpoint: string,
    input: RequestInput,
    read: (answer: unknown) => Reading,
    signal: AbortSignal,
  ): Promise<Reading> =>
    call(
      connection,
      endpoint,
      { url: dialect.url(endpoint), headers: dialect.headers, body: dialect.body(input), read },
      signal,
    );
  const request: Run<PairItem, number>['request'] = async (endpoint, items, signal) => {
    const input = asked(
      items[0]!.query,
      items.map(({ document }) => document.sent),
    );
    const reading = await send(endpoint, input, (answer) => dialect.read(answer, input), signal);
    bounded += reading.bounded ?? 0;
    const { scores: values, tokens, searches } = reading;
    return { values, used: { tokensIn: tokens, searches } };
  };

  return {
    spec: specOf(plan, identityAt(settings.identity, client.addresses, dialect)),
    paid: client.paid,
    ...(settings.listwise && { listwise: true }),
    check: (options) =>
      checkReachable(
        client,
        (endpoint, signal) => send(endpoint, asked('', []), () => undefined, signal),
        options,
      ),
    score: async function* (wanted, { note, signal }) {
      const run: Run<PairItem, number> = {
        client,
        most: (items) => ({
          tokensIn: items.reduce((sum, { tokens }) => sum + tokens, 0),
          tokensOut: 0,
          searches: dialect.searches?.(items.length) ?? 0,
        }),
        request,
        textOf: ({ query, document }) => JSON.stringify([query, document.sent]),
        shorter: (item, share) => (settings.shorten === false ? undefined : pairs.shorter(item, share)),
        note,
      };
      const jobs = jobsOf(wanted, pairs, plan, note);
      for await (const { done, failed } of runJobs(run, jobs, signal))
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
      const { tokensIn, searches } = meter.spent();
      return {
        tokens: tokensIn,
        calls: meter.calls(),
        lost: meter.lost(),
        ...(dialect.searches && { searches }),
        ...(settings.dialect === 'completions' && { bounded }),
        ...(price && { usd: meter.usd() ?? 0 }),
      };
    },
    close: client.close,
  };
};
