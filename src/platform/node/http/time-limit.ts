import { endsRequests } from '../../../core/index.js';

/** Calls `ring` after so long, unless it is cancelled with what is returned. */
export type Alarm = (ms: number, ring: () => void) => () => void;

export const realAlarm: Alarm = (ms, ring) => {
  const timer = setTimeout(ring, ms);
  return () => clearTimeout(timer);
};

/** How long something may stay silent. */
export interface TimeLimit {
  /** Aborted when the time is up, or when the caller no longer needs the response. */
  readonly signal: AbortSignal;
  /** Something came: the time begins again. */
  renew(): void;
  /** To be called once, whatever happened. */
  done(): void;
}

/** Throws when the response is no longer needed. */
export const timeLimit = (wanted: AbortSignal, ms: number, alarm: Alarm): TimeLimit => {
  wanted.throwIfAborted();
  const ended = new AbortController();
  const abort = (): void => {
    if (endsRequests(wanted)) ended.abort(wanted.reason);
  };
  const set = (): (() => void) => alarm(ms, () => ended.abort(new Error('no answer in time')));
  wanted.addEventListener('abort', abort, { once: true });
  let cancel = set();
  return {
    signal: ended.signal,
    renew: () => {
      cancel();
      cancel = set();
    },
    done: () => {
      cancel();
      wanted.removeEventListener('abort', abort);
    },
  };
};
