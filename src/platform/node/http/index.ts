export {
  type HttpAnswer,
  type HttpClient,
  type HttpStream,
  openHttpClient,
  openRestClient,
  type RestClient,
  type RestRequest,
  userAgent,
} from './http-client.js';
export { type NetworkReason, networkReason } from './network-reason.js';
export { type Environment, proxyAgent, proxySettings } from './proxy.js';
export {
  backOff,
  type Retryable,
  type RetryOptions,
  type RetryPolicy,
  retryAfterMs,
  systemTime,
  withRetry,
} from './retry.js';
export { type ServerSentEvent, serverSentEvents } from './server-sent-events.js';
export { type Alarm, realAlarm, type TimeLimit, timeLimit } from './time-limit.js';
