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
export { type HttpAnswer, openPoster, type Poster } from './post.js';
export { type Environment, proxyAgent, proxySettings } from './proxy.js';
