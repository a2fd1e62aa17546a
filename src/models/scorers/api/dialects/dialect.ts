import type { JsonObject } from '../../../../core/index.js';
import type { BatchLimits, Home } from '../../../../platform/api-client/index.js';

/** The two answers whose probabilities are compared, as the model writes them. */
export interface Answers {
  readonly yes: string;
  readonly no: string;
}

/** What one request asks for: one query, many documents. */
export interface RequestInput {
  readonly model: string;
  readonly query: string;
  readonly documents: readonly string[];
  /** Let the service cut what is too long. */
  readonly serverCuts: boolean;
  /** Token limit that is sent to the service. */
  readonly maxTokens?: number | undefined;
  /** The model's logit, not mapped to 0–1. */
  readonly rawScores: boolean;
  readonly answers: Answers;
}

/** What one response has: a score per document, in the order of the documents. */
export interface ParsedResponse {
  readonly scores: readonly number[];
  /** As the service counts, where it says. */
  readonly tokens?: number | undefined;
  readonly searches?: number | undefined;
  /** Scores that are only known to be at least, or at most, what they say. */
  readonly bounded?: number;
}

/** How one family of services is asked and how it answers. */
export interface Dialect extends Home {
  readonly limits: BatchLimits;
  /** Whether the service accepts a token limit; if not, texts are truncated before they are sent. */
  readonly takesLimit: boolean;
  /** What it gives unless asked otherwise; absent where there is no choice. */
  readonly rawScores?: boolean;
  /** Units it counts a request in besides tokens. */
  searches?(documents: number): number;
  url(endpoint: string): string;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  body(ask: RequestInput): JsonObject;
  /** Throws `InvalidResponse` when there is not one proper score per document. */
  read(answer: unknown, ask: RequestInput): ParsedResponse;
}
