import {
  ApiFailure,
  countUnanswered,
  type Endpoints,
  type FailureKind,
  LEFT_OUT_MS,
  LONGEST_ASKED_MS,
  type Reservation,
  settleFailed,
  type Unanswered,
  WORTH_TRYING,
} from '../../api-client/index.js';
import { type JsonObject, WorkError } from '../../core/index.js';
import { withRetry } from '../../node/index.js';
import { ChatFailure, type ChatFailureKind, type ChatRequest, type Reply, type TokenCounts } from './chat.js';
import { continues, type ParsedResponse } from './dialects/index.js';
import { mostTokensOut, tokensInMessages, tokensInText } from './estimate.js';
import type { ChatCost, ChatMeter } from './meter.js';
import { type Heard, request, type Service } from './request.js';

/** What a model remembers from question to question. */
export interface Memory extends Unanswered {
  successes: number;
  /** Questions in a row that the service could not deal with. */
  unanswerable: number;
}

export interface Asking {
  readonly service: Service;
  readonly endpoints: Endpoints;
  readonly meter: ChatMeter;
  readonly memory: Memory;
  note(line: string): void;
}

/** How often a question is asked that fails in this way; the others are tried as often as the clock says. */
const TRIES: Partial<Record<FailureKind | 'empty', number>> = { silent: 3, broken: 4, unusable: 3, empty: 3 };

/** So many questions in a row are not all bad: something else is wrong, and asking on costs only time. */
const MOST_UNANSWERABLE = 20;

export const KEPT = 'finished calls are cached and not sent again';

/** Failures that are not the question's fault, and end the work. */
const FIXES: Partial<Record<FailureKind, string>> = {
  denied: 'check the address, the model and the key',
  unreachable: `start the server, or correct the address; ${KEPT}`,
  busy: `wait and run again, with a lower concurrency: ${KEPT}`,
};

/** Asks until an answer comes that can be used, or no further try can help. */
export const ask = async (
  asking: Asking,
  asked: ChatRequest,
  body: JsonObject,
  signal: AbortSignal,
): Promise<Reply> => {
  const { service, endpoints, meter, memory, note } = asking;
  const most: ChatCost = { in: tokensInMessages(asked.messages), out: mostTokensOut(asked) };
  const failures = new Map<string, number>();
  const failedTries = { tokensIn: 0, tokensOut: 0 };
  let last: string | undefined;
  let successesBefore = memory.successes;

  const attempt = async (): Promise<Reply> => {
    const lease = await endpoints.take(signal, last);
    last = lease.endpoint;
    const heard: Heard = { events: 0 };
    let reserved: Reservation<ChatCost> | undefined;
    let took: ChatCost | undefined;
    try {
      reserved = await meter.reserve(most, signal);
      const began = service.clock.date();
      const { raw, reading } = await request(service, lease.endpoint, body, heard, signal);
      lease.answered();
      memory.unanswered = 0;
      memory.successes++;
      const counted = tokensOf(reading, most.in);
      took = { in: counted.tokensIn, out: counted.tokensOut };
      reserved.settle(took);
      checkAnswer(reading, asked, lease.endpoint);
      const failed = failedTries.tokensIn + failedTries.tokensOut > 0 && { failedTries: { ...failedTries } };
      return { ...spokenIn(reading), ...counted, ...failed, raw, ms: service.clock.date() - began };
    } catch (error) {
      took ??= settleFailed(reserved, error, most, (used) => ({
        in: used.tokensIn ?? most.in,
        out: used.tokensOut ?? most.out,
      }));
      failedTries.tokensIn += took?.in ?? 0;
      failedTries.tokensOut += took?.out ?? 0;
      if (error instanceof ApiFailure) {
        if (!WORTH_TRYING.has(error.kind)) lease.answered();
        else if (lease.failed(error.details.waitMs))
          note(`${lease.endpoint} fails again and again; left out for ${LEFT_OUT_MS / 1000} s`);
        countUnanswered(error, memory, KEPT);
      }
      throw error;
    } finally {
      reserved?.release();
      lease.release();
    }
  };

  const reply = withRetry(attempt, {
    patience: service.clock,
    signal,
    longestAskedMs: LONGEST_ASKED_MS,
    note,
    setback: (error) => {
      const kind = kindOf(error);
      if (!kind || !(kind === 'empty' || WORTH_TRYING.has(kind))) return undefined;
      const failed = (failures.get(kind) ?? 0) + 1;
      failures.set(kind, failed);
      const limit = TRIES[kind] ?? Number.POSITIVE_INFINITY;
      if (failed >= limit) return undefined;
      // While others get through, a request to wait is not a failure.
      const progressed = kind === 'busy' && memory.successes > successesBefore;
      successesBefore = memory.successes;
      const asksFor = error instanceof ApiFailure ? error.details.waitMs : undefined;
      const waitMs = last !== undefined && endpoints.another(last) ? 0 : asksFor;
      return { waitMs, progressed, triesLeft: limit - failed };
    },
  });
  return reply.then(
    (answer) => {
      memory.unanswerable = 0;
      return answer;
    },
    (error: unknown) => {
      throw settled(error, asking, failedTries);
    },
  );
};

const kindOf = (error: unknown): FailureKind | 'empty' | undefined => {
  if (error instanceof ApiFailure) return error.kind;
  return error instanceof NothingSaid ? 'empty' : undefined;
};

const spokenIn = ({ text, reasoning, finish, stoppedAt }: ParsedResponse) => ({
  text,
  ...(reasoning !== undefined && { reasoning }),
  finish,
  ...(stoppedAt !== undefined && { stoppedAt }),
});

const tokensOf = ({ text, reasoning = '', tokensIn, tokensOut }: ParsedResponse, estimateIn: number) => ({
  tokensIn: tokensIn ?? estimateIn,
  tokensOut: tokensOut ?? tokensInText(reasoning + text),
  estimated: tokensIn === undefined || tokensOut === undefined,
});

/** An answer without a word in it; the next one may have some. */
class NothingSaid extends Error {}

const checkAnswer = (reading: ParsedResponse, { messages }: ChatRequest, endpoint: string): void => {
  const { text, reasoning, refusal, finish, stoppedAt } = reading;
  if (refusal !== undefined) throw new ChatFailure('refused', `${endpoint}: ${oneLine(refusal)}`);
  // A thought alone is something; so is nothing, where a stop text came first or a text may have been at its end.
  if (text.trim() || reasoning || stoppedAt !== undefined || continues(messages)) return;
  // Asking again would cost as much and end in the same way.
  if (finish === 'length')
    throw new ChatFailure('empty', `${endpoint}: the limit of tokens was reached before the answer began`);
  throw new NothingSaid(`${endpoint} answered with an empty text`);
};

const LONGEST_REASON = 200;

const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON);

/** What is thrown in the end: a failure of this question, or an error that ends the work. */
const settled = (error: unknown, { memory, meter }: Asking, failedTries: TokenCounts): unknown => {
  const failure = failureOf(error, failedTries);
  if (!(failure instanceof ChatFailure)) return failure;
  meter.fail();
  // What the model or its filter declines says nothing about the next question.
  const isUnanswerable =
    error instanceof ApiFailure && failure.kind !== 'too-long' && !FILTERED.test(failure.message);
  memory.unanswerable = isUnanswerable ? memory.unanswerable + 1 : 0;
  if (memory.unanswerable < MOST_UNANSWERABLE) return failure;
  return new WorkError(
    `${memory.unanswerable} questions in a row could not be answered; the last one: ${failure.message}`,
    `check the parameters and limits of the model and run again: ${KEPT}`,
  );
};

/** Azure's and Anthropic's words when they refuse the prompt itself, with 400. */
const FILTERED = /content.(filter|management)/i;

const failureOf = (error: unknown, failedTries: TokenCounts): unknown => {
  if (error instanceof ChatFailure) return new ChatFailure(error.kind, error.message, failedTries);
  if (error instanceof NothingSaid) return new ChatFailure('empty', error.message, failedTries);
  if (!(error instanceof ApiFailure)) return error;
  const { kind, message, details } = error;
  const fix = FIXES[kind];
  if (fix !== undefined) return new WorkError(message, details.fix ?? fix);
  const failed = details.tooLong === undefined ? (kind as ChatFailureKind) : 'too-long';
  return new ChatFailure(failed, message, failedTries);
};
