import type { HttpStream } from '../../node/index.js';
import type { HttpRequest } from '../http-request.js';

/** Sends requests in batches: each waits for its own answer, whenever that comes. */
export interface BatchTransport {
  /** Throws `LeftBatch` when the signal is aborted. */
  send(request: HttpRequest, endpoint: string, signal: AbortSignal): Promise<HttpStream>;
  /** Whether one of these is in a batch that was submitted before. */
  remembers(requests: Iterable<HttpRequest>, endpoint: string): Promise<boolean>;
  close(): Promise<void>;
}
