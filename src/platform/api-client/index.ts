export {
  endpointAddress,
  identityAt,
  identityOfEntry,
  isLoopback,
  parseServed,
  type ServedAddress,
  sameModelAs,
} from './addresses.js';
export { requestsInBatches } from './batch/waiting.js';
export { type Client, checkFromOne, openClient } from './client.js';
export type { Clock } from './clock.js';
export { call, exchange, parsedJson, type Reach, type Response, readAs, usedIn } from './exchange.js';
export { ApiFailure, InvalidResponse, type Used } from './failure.js';
export { countUndone, endOfWork } from './given-up.js';
export { reasonOf } from './http-failures.js';
export { meter, NO_COST } from './meter.js';
export {
  byCharacters,
  type Item,
  lengthBy,
  type Preparing,
  type Prompt,
  preparing,
  type TokenCutter,
} from './prepare.js';
export { type ApiKey, apiKey, bearer, googleKey, type Home } from './resolve-endpoint.js';
export { checkReachable, requestWithRetry } from './retry-request.js';
export { type BatchLimits, batches, type Run, runJobs } from './run-jobs.js';
export { inForm, type ServiceForm, serviceForm } from './service-form.js';
export { noBatchApi, type Service, services } from './services.js';
export { type Budget, noSpending, type Spending } from './spending.js';
