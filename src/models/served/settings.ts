import type { Json } from '../../core/index.js';
import type { Environment } from '../../machine/index.js';
import type { Role } from '../embedder.js';
import type { BatchLimits } from './batches.js';
import type { Clock } from './clock.js';
import type { DialectName } from './dialects/index.js';
import type { Budget } from './meter.js';
import type { Prompt, TokenCutter } from './prepare.js';

export interface ServedSettings {
  readonly dialect: DialectName;
  /** The model's name at the service. */
  readonly model: string;
  /** Addresses that serve the same model and share the load; without them the dialect's own service. */
  readonly endpoints?: readonly string[];
  readonly prompts?: Partial<Record<Role, Prompt>>;
  /** The most tokens of a text, its prompt included; longer ones are cut before they are sent. */
  readonly maxTokens?: Partial<Record<Role, number>>;
  /** Counts and cuts; without it both are estimated from characters. */
  readonly tokenizer?: TokenCutter;
  /** Asked of the service, and demanded of its vectors. */
  readonly dimensions?: number;
  readonly normalise?: boolean;
  /**
   * As R2MED's scripts sent texts to OpenAI and Voyage: newlines become spaces and the text is JSON-encoded, so that the
   * model reads quotes around it and `\uXXXX` for every character that is not ASCII.
   */
  readonly asJson?: boolean;
  /** Whether the service is told what a text is to the search (`input_type`, `task`), where its dialect can; yes. */
  readonly tellRole?: boolean;
  /** Whether the service may cut what is too long for it, where its dialect can say so; yes. */
  readonly serverCuts?: boolean;
  /** Whether a text that is refused for its length is sent once more, shorter; yes. */
  readonly shorten?: boolean;
  /** What the name does not say about the weights, for example a quantisation; part of what vectors are kept under. */
  readonly identity?: Json;
  /** Requests under way at once, over all endpoints. */
  readonly concurrency?: number;
  /** Of one request; the dialect's own where they are not given. */
  readonly limits?: Partial<BatchLimits>;
  readonly budget?: Budget;
  readonly usdPerMillionTokens?: number;
  /** For one request, from asking to the last byte of the answer. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  readonly env?: Environment;
}

/** What the free tier of the smallest service allows (Jina: 5), and enough to keep one server busy. */
export const CONCURRENCY_PER_ENDPOINT = 4;

/** As OpenAI's own clients: a server without a GPU may well take minutes for a batch. */
export const TIMEOUT_MS = 600_000;
