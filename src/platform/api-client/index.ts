export {
  endpointAddress,
  isLoopback,
  parseServed,
  type ServedAddress,
  withoutSecret,
} from './addresses.js';
export { type BatchLimits, batches } from './batches.js';
export { checkReachable } from './check-reachable.js';
export { type Client, openClient } from './client.js';
export type { Clock } from './clock.js';
export { call, exchange, parsedJson, type Reach, type Response } from './exchange.js';
export { ApiFailure, InvalidResponse, type Used } from './failure.js';
export { checkFromOne } from './from-one.js';
export { countUndone, endOfWork } from './given-up.js';
export { identityAt, identityOfEntry, sameModelAs } from './identity.js';
export { type ApiKey, apiKey, bearer, googleKey } from './keys.js';
export { NO_COST } from './meter.js';
export {
  byCharacters,
  type Item,
  lengthBy,
  type Preparing,
  type Prompt,
  preparing,
  type TokenCutter,
} from './prepare.js';
export { reasonOf } from './reason.js';
export type { Home } from './resolve-endpoint.js';
export { requestWithRetry } from './retry-request.js';
export { type Run, runJobs } from './run-jobs.js';
export { type Budget, noSpending, type Spending } from './spending.js';
export { usedIn } from './used.js';
