export {
  endpointAddress,
  isLoopback,
  parseServed,
  withoutSecret,
} from './addresses.js';
export { type Job, keptAfter, newMemory } from './ask.js';
export { LONGEST_ASKED_MS } from './asked-wait.js';
export { type BatchLimits, batches, longestFirst } from './batches.js';
export { CONCURRENCY_PER_ENDPOINT, call, connect, type Reach } from './call.js';
export { type Clock, systemClock } from './clock.js';
export { type Endpoints, endpoints, LEFT_OUT_MS } from './endpoints.js';
export {
  ApiFailure,
  type FailureKind,
  InvalidResponse,
  type Used,
  WORTH_TRYING,
} from './failure.js';
export { checkFromOne } from './from-one.js';
export { networkFailure, statusFailure } from './http-failures.js';
export { identityAt, identityOfEntry, sameModelAs } from './identity.js';
export { type ApiKey, apiKey, bearer, redactKeys } from './keys.js';
export {
  type Meter,
  meter,
  type Reservation,
  type ServiceCost,
  type ServicePrice,
  serviceMeter,
} from './meter.js';
export {
  byCharacters,
  type Item,
  lengthBy,
  type Preparing,
  type Prompt,
  preparing,
  type TokenCutter,
} from './prepare.js';
export { type Budget, noSpending, type Spending } from './purse.js';
export { reasonOf } from './reason.js';
export { type Home, resolveEndpoint } from './resolve-endpoint.js';
export { type Run, runJobs } from './run-jobs.js';
export { settleFailed } from './settle-failed.js';
export { countUnanswered, type Unanswered } from './unanswered.js';
export { usedIn } from './used.js';
