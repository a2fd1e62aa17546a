import { type Json, type JsonObject, LIMITS } from '../../../core/index.js';
import type { Budget, Reach } from '../../../platform/api-client/index.js';
import type { ReasoningStyle } from '../reasoning.js';
import type { Continuation, Price, Sampling } from './chat.js';
import type { ChatDialectName, LimitParameter } from './dialects/index.js';

/** Everything that opens a language model behind HTTP. */
export interface ChatSettings extends Reach {
  /** As systems and folders are called after it. */
  readonly name: string;
  readonly dialect: ChatDialectName;
  /** The model's name at the service. */
  readonly model: string;
  /** Where the service is, when it is not the dialect's own; then `homeVariable` is its own too. */
  readonly home?: string;
  /** A variable that names another home. */
  readonly homeVariable?: string;
  /** Where its key is looked for; the dialect's own unless given. */
  readonly keyVariables?: readonly string[];
  /** The header that its key goes in, where it is not the dialect's. */
  readonly keyHeader?: string;
  /** What follows the address, where it is not the dialect's path alone: with `{model}` and `{path}`. */
  readonly route?: string;
  /** Fields of the body that have another name there. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether it can be asked to count the tokens of a stream; yes. */
  readonly streamUsage?: boolean;
  readonly reasoning: ReasoningStyle;
  readonly continuation: Continuation;
  /** Defaults; what a request says wins. */
  readonly sampling: Sampling;
  /** Parameters that this model does not take: they are not sent. */
  readonly refuses?: readonly (keyof Sampling)[];
  /** What OpenAI's API calls the limit of new tokens: `max_tokens`; its reasoning models want the other. */
  readonly limitParameter?: LimitParameter;
  /** Fields of the request's body besides those, merged into them. */
  readonly extra?: JsonObject;
  /**
   * What the name does not say about the weights; part of the cache key of responses. Without it the first endpoint, unless
   * that is the service's own; `null` where the name says all.
   */
  readonly identity?: Json;
  /** The service that it was named by, as `SERVICE:model`. */
  readonly service?: string;
  readonly price?: Price;
  /** Tokens it reads and writes in one call. */
  readonly context?: number;
  /** Requests in flight, over all endpoints. */
  readonly concurrency?: number;
  /** Tokens are those read and written. */
  readonly budget?: Budget;
  /** Whether answers come piece by piece: silence is noticed early, and gateways do not cut long answers. Yes. */
  readonly stream?: boolean;
  /** Takes notes of retries and of endpoints left out. */
  note?(line: string): void;
}

/** Few enough for the free tiers, and vLLM takes more by `concurrency`. */
export const CONCURRENCY_PER_ENDPOINT = 8;

/** A reasoning model may think for minutes before its first word, where its service hides the thinking. */
export const IDLE_MS = LIMITS.streamSilence.most * 1000;
