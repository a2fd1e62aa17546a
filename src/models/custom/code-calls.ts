import { type ErrorLocation, type JsonObject, WorkError } from '../../core/index.js';
import { duration } from '../../platform/node/index.js';
import type { Alarm } from './alarm.js';
import type { About } from './custom-embedder.js';
import { reasonOf } from './shown.js';
import { GRACE_MS, within } from './time-limit.js';

/** A user's function in this process, and what is known of it. */
export interface Code<Call> {
  readonly name: string;
  readonly call: Call;
  readonly about: About;
  /** Everything that is known to change what it returns. */
  readonly spec: JsonObject;
  readonly alarm: Alarm;
  /** Milliseconds that one call may take. */
  readonly timeoutMs: number;
  /** Takes what is wrong with an end that does no harm to results. */
  note(line: string): void;
  /** Where it was written, for errors. */
  readonly at?: ErrorLocation;
  close(): unknown;
}

/** What a call came to; after a `final` refusal no other call is made. */
export type Called = { readonly returned: unknown } | { readonly refused: string; readonly final?: true };

export interface CodeCalls {
  call(work: () => unknown): Promise<Called>;
  /** Calls made. */
  count(): number;
}

/**
 * Calls of a user's function, in sequence: code in this thread gains nothing from a second call in parallel with the first,
 * and may not expect it. A call that does not return in time cannot be ended from outside, so it is the last one.
 */
const codeCalls = (name: string, timeoutMs: number, alarm: Alarm): CodeCalls => {
  let last: Promise<unknown> = Promise.resolve();
  let calls = 0;
  let over: string | undefined;

  const inTime = (work: () => unknown): Promise<Called> =>
    new Promise((resolve) => {
      const cancel = alarm(timeoutMs, () => {
        over = `${name} did not return within ${duration(timeoutMs)}`;
        resolve({ refused: over, final: true });
      });
      const settle = (called: Called): void => {
        cancel();
        resolve(called);
      };
      // Also what is thrown before the first await is a refusal.
      Promise.resolve()
        .then(work)
        .then(
          (returned) => settle({ returned }),
          (error: unknown) => settle({ refused: reasonOf(error) }),
        );
    });

  return {
    call: (work) => {
      const turn = last.then(async (): Promise<Called> => {
        if (over !== undefined) return { refused: over, final: true };
        calls++;
        return inTime(work);
      });
      last = turn;
      return turn;
    },
    count: () => calls,
  };
};

/** The calls of a function, as long as one may take. */
export const callsOf = ({ at, name, timeoutMs, alarm }: Code<unknown>, called: string): CodeCalls =>
  codeCalls(`${at ? `the module ${at.file}` : name}: ${called}`, timeoutMs, alarm);

/** Closes once, however often it is asked to. */
export const closingOnce = ({
  at,
  name,
  timeoutMs,
  alarm,
  close,
  note,
}: Code<unknown>): (() => Promise<void>) => {
  const what = at ? `the module ${at.file}` : name;
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= within(
      Math.min(GRACE_MS, timeoutMs),
      alarm,
      `${what}: close did not return`,
      Promise.resolve().then(close),
    ).then(
      () => {},
      // What the model made is there: results do not depend on how it ends.
      (error: unknown) =>
        note(error instanceof WorkError ? error.message : `${what}: close failed (${reasonOf(error)})`),
    );
    return closed;
  };
};
