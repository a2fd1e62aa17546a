import type { JsonObject } from '../../core/index.js';

/** One request. Without anything to send it only asks. */
export interface HttpRequest {
  readonly url: string;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  /** Sent instead of a body of JSON. */
  readonly text?: string;
}
