import { duration } from '../node/index.js';
import { ApiFailure } from './failure.js';

/** Services count requests by the minute, and some by the hour; r2med does not wait for the latter. */
export const LONGEST_ASKED_MS = 300_000;

/** A service that asks to come back later; where that is longer than is waited, the failure says until when. */
export const busyFailure = (said: string, waitMs: number | undefined, now: number): ApiFailure => {
  if (waitMs === undefined || waitMs <= LONGEST_ASKED_MS) return new ApiFailure('busy', said, { waitMs });
  const until = `${new Date(now + waitMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return new ApiFailure(
    'busy',
    `${said}; it asks to wait ${inHours(waitMs)}, and at most ${duration(LONGEST_ASKED_MS)} are waited`,
    {
      waitMs,
      fix: `run the same command again after ${until}, or name another endpoint or model: what was answered is cached`,
    },
  );
};

const HOUR_MS = 3_600_000;

const inHours = (ms: number): string => {
  if (ms < HOUR_MS) return duration(ms);
  const minutes = Math.round((ms % HOUR_MS) / 60_000);
  return `${Math.floor(ms / HOUR_MS)} h${minutes > 0 ? ` ${minutes} min` : ''}`;
};
