import { defined, failedWork, type JsonObject, limiter } from '../../../core/index.js';
import type { CachedChat, Sampling } from '../../../models/llms/index.js';
import type { Prompts } from '../../../models/prompts/index.js';
import type { Candidates, RerankMethod, RerankOutput } from '../rerank-method.js';
import { openRerankCalls, type RerankCalls } from './rerank-calls.js';
import { addTally, factsOf, newTally } from './tally.js';

export interface LlmSettings {
  readonly chat: CachedChat;
  readonly prompts: Prompts;
  /** The name of the task, which decides the wording. */
  readonly task: string;
  /** What the user says about sampling; it comes before what the method and the model say. */
  readonly sampling?: Sampling;
}

/** How many calls something takes, as far as that is known beforehand. */
export interface CallsPerQuery {
  readonly least: number;
  readonly most: number;
}

/** A language model that puts candidates in order. */
export interface LlmRerankMethod extends RerankMethod {
  /** The number of calls for one query with this number of candidates, if none fails. */
  callsPerQuery(depth: number): CallsPerQuery;
}

/** What a method of asking is made of; everything else is the same for all of them. */
export interface Method {
  readonly name: string;
  /** Prompts, sizes, cuts: what changes the order besides the model and its sampling. */
  readonly spec: JsonObject;
  /** What the method asks for where the user says nothing. */
  readonly sampling: Sampling;
  callsPerQuery(depth: number): CallsPerQuery;
  order(candidates: Candidates, talk: RerankCalls): Promise<RerankOutput>;
  /** Where each document has calls of its own, how many. */
  readonly answersPerDocument?: number;
  /** What else a record should keep, and what changes no order. */
  readonly facts?: JsonObject;
}

/** Queries are talked about at the same time; what comes out does not depend on who is answered first. */
export const llmRerankMethod = (
  { chat, sampling: user = {} }: LlmSettings,
  method: Method,
): LlmRerankMethod => {
  const { model } = chat;
  const sampling: Sampling = { ...method.sampling, ...user };
  return {
    name: `${method.name}(${model.name})`,
    spec: {
      orderer: method.name,
      llm: model.name,
      ...defined({ service: model.service }),
      model: model.spec,
      reasoning: model.reasoning,
      sampling: { ...model.sampling, ...sampling } as JsonObject,
      ...method.spec,
    },
    callsPerQuery: method.callsPerQuery,
    queriesAtOnce: (depth) => Math.floor(model.concurrency / Math.max(1, method.callsPerQuery(depth).least)),
    open: async (tools) => {
      await chat.check?.();
      const total = newTally();
      const failed = { calls: 0, reason: '', cached: false };
      return {
        get facts() {
          return { ...factsOf(total, model.price), ...method.facts };
        },
        get failed() {
          return failedWork('calls of a reranker without an answer', failed.calls, failed.reason, failed);
        },
        answers: async (candidates) => {
          const talk = openRerankCalls(chat, sampling, limiter(model.concurrency), tools.signal);
          await method.order(candidates, talk);
          const { answersPerDocument: perDocument } = method;
          return { answers: talk.answers, ...(perDocument && { perDocument }) };
        },
        order: async (batch) => {
          const limit = limiter(model.concurrency);
          const talks = batch.map(() => openRerankCalls(chat, sampling, limit, tools.signal));
          const outcomes = await Promise.allSettled(
            batch.map((candidates, i) => method.order(candidates, talks[i]!)),
          );
          // Calls in flight when the work ends finish and are cached.
          await limit.idle();
          for (const [i, { tally, reason, failure }] of talks.entries()) {
            addTally(total, tally);
            failed.calls += failure.calls;
            failed.reason ||= failure.reason;
            failed.cached ||= failure.cached;
            if (reason !== undefined)
              tools.note(
                `${method.name}: query ${batch[i]!.query.id}: ${tally.failedCalls} of ${tally.calls} calls ` +
                  `returned no answer (${reason})`,
              );
          }
          return outcomes.map((outcome) => {
            if (outcome.status === 'rejected') throw outcome.reason;
            return outcome.value;
          });
        },
      };
    },
  };
};

export const exactly = (calls: number): CallsPerQuery => ({ least: calls, most: calls });
