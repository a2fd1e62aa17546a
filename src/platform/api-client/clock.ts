import { type Alarm, type RetryPolicy, realAlarm, systemTime } from '../node/index.js';

/** Time and chance, which tests replace. */
export interface Clock extends RetryPolicy {
  readonly alarm: Alarm;
}

export const systemClock: Clock = {
  ...systemTime,
  // A server that restarts is away for a while: waits of 0.5 to 8 s, about 15 s in all.
  tries: 6,
  alarm: realAlarm,
};
