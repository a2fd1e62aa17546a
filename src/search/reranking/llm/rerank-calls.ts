import type { Limiter } from '../../../core/index.js';
import {
  answerOf,
  type CachedChat,
  ChatFailure,
  type Message,
  mayPass,
  type Reply,
  rawOutput,
  type Sampling,
  sampleSampling,
} from '../../../models/llms/index.js';
import { countReply, newTally, type Tally } from './tally.js';

/** The conversation about one query's candidates. */
export interface RerankCalls {
  /**
   * What is read in the model's answer, its reasoning taken off; undefined when no answer comes, which is counted, or nothing can be
   * read in it, which the reader counts. The messages are made when it is their turn. `sampleIndex` distinguishes calls that may ask the same
   * on purpose: passes and samples.
   */
  ask<Read>(
    messages: () => readonly Message[],
    read: (answer: string, tally: Tally) => Read | undefined,
    sampleIndex?: number,
  ): Promise<Read | undefined>;
  readonly tally: Tally;
  /** What was answered so far, in the order of the calls; empty where no answer came. */
  readonly answers: readonly string[];
  readonly reason: string | undefined;
  /** Calls that the model did not answer at all. An answer of which nothing can be made is not among them: it is an answer. */
  readonly failure: { readonly calls: number; readonly reason: string; readonly cached: boolean };
}

export const openRerankCalls = (
  chat: CachedChat,
  sampling: Sampling,
  limit: Limiter,
  signal: AbortSignal,
): RerankCalls => {
  const { model } = chat;
  const tally = newTally();
  const answers: string[] = [];
  let reason: string | undefined;
  const failure = { calls: 0, reason: '', cached: false };
  const failed = (why: string): undefined => {
    tally.failedCalls += 1;
    reason ??= why;
  };
  /** The whole answer, and what of it is read. */
  const answerIn = (reply: Reply) => {
    const whole = answerOf(rawOutput(reply, model.reasoning), model.reasoning);
    if (whole === undefined) return undefined;
    return { whole, readable: reply.finish === 'length' ? withoutHalfNumber(whole) : whole };
  };
  return {
    tally,
    answers,
    failure,
    get reason() {
      return reason;
    },
    ask: async (messages, read, sampleIndex = 0) => {
      const call = answers.push('') - 1;
      const reply = await limit.pass(async (): Promise<Reply | ChatFailure> => {
        signal.throwIfAborted();
        tally.calls += 1;
        const request = {
          messages: messages(),
          sampling: sampleSampling(sampleIndex, model.sampling, sampling),
          isReadable: (found: Reply) => {
            const answer = answerIn(found);
            return answer !== undefined && read(answer.readable, newTally()) !== undefined;
          },
        };
        return chat.ask(request, sampleIndex).catch(asFailure);
      });
      if (reply instanceof ChatFailure) {
        const why = `${reply.kind}: ${reply.message}`;
        failure.calls += 1;
        failure.reason ||= why;
        failure.cached ||= !mayPass(reply.kind);
        return failed(why);
      }
      countReply(tally, reply);
      const answer = answerIn(reply);
      if (answer === undefined) return failed('its reasoning never came to an answer');
      answers[call] = answer.whole;
      return read(answer.readable, tally);
    },
  };
};

/** Anything but a call that this model does not answer ends the work. */
const asFailure = (error: unknown): ChatFailure => {
  if (error instanceof ChatFailure) return error;
  throw error;
};

/** The limit of tokens may have made a 1 of a 10. */
const withoutHalfNumber = (answer: string): string => {
  let end = answer.length;
  while (end > 0 && /[\p{Nd}.]/u.test(answer[end - 1]!)) end -= 1;
  return answer.slice(0, end);
};
