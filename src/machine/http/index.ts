export { type NetworkReason, networkReason } from './network-reason.js';
export {
  backOff,
  type Circumstances,
  type Patience,
  persistently,
  retryAfterMs,
  type Setback,
  systemTime,
} from './patience.js';
export { type HttpAnswer, type HttpStream, openPoster, type Poster } from './post.js';
export { type Environment, proxyAgent, proxySettings } from './proxy.js';
export { type ServerSentEvent, serverSentEvents } from './server-sent-events.js';
export { type Alarm, type TimeLimit, timeLimit } from './time-limit.js';
