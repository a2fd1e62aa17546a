import { bounded, type Json, LIMITS } from '../../../core/index.js';
import type { ReasoningStyle } from '../reasoning.js';

/** A message of a conversation. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** How the next words are drawn. What is absent is left to the service. */
export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly repetitionPenalty?: number;
  readonly seed?: number;
  /** The most new tokens, reasoning included. */
  readonly maxTokens?: number;
  /** Texts after which the model is to stop; the one it stopped at is not part of the answer. */
  readonly stop?: readonly string[];
}

/** One question to a model: everything that can change its answer, but for the model itself. */
export interface ChatRequest {
  /** A last message of the assistant's is one that it is to continue. */
  readonly messages: readonly Message[];
  readonly sampling: Sampling;
  /** Whether what is wanted can be read in an answer. It is no part of what is asked, but an answer in which it cannot is a failure to retry. */
  isReadable?(reply: Reply): boolean;
}

export interface TokenCounts {
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** What a model answered. */
export interface Reply {
  /** What it wrote, in-text thinking included. */
  readonly text: string;
  /** What it thought, where the service gives that in a separate field. */
  readonly reasoning?: string;
  /** Whether it ended normally (or at a stop text), or at the token limit. */
  readonly finish: 'stop' | 'length';
  /** The stop text it ended with, if the service reports it. */
  readonly stoppedAt?: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** True when the service counted nothing and the tokens are an estimate. */
  readonly estimated: boolean;
  /** What it cost of the usual price, where it came in a batch. */
  readonly priceShare?: number;
  /** The cost of earlier attempts without a response, if any: lost responses count at their maximum. */
  readonly failedTries?: TokenCounts;
  /** The service's own answer as JSON, before anything was made of it. */
  readonly raw: Json;
  readonly ms: number;
}

/** How a model continues its own text: by continuing its last message, or by another turn. */
export type Continuation = 'prefill' | 'turns';

/** A model's price per million tokens. */
export interface Price {
  readonly usdPerMillionIn: number;
  readonly usdPerMillionOut: number;
  /** The day it was looked up, as 2026-11-15. */
  readonly at: string;
}

/** What the calls of a model took so far. */
export interface ChatUsage {
  /** Requests sent, tries again included. */
  readonly calls: number;
  /** Questions that were given up. */
  readonly failed: number;
  /** Requests whose answer was lost on the way, if any: their tokens are counted at their most. */
  readonly lost?: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Absent where no price is known. */
  readonly usd?: number;
}

/** A language model that answers, open. It retries automatically, and handles budgets and keys. */
export interface ChatModel {
  /** As systems and folders are called after it. */
  readonly name: string;
  /** The service that it was named by, as `SERVICE:model`: a name alone does not say it. */
  readonly service?: string;
  /** What identifies it to a cache: dialect, model id, of a `served:` model its address; never a key. */
  readonly spec: Json;
  readonly reasoning: ReasoningStyle;
  readonly continuation: Continuation;
  /** Its own defaults; what a request says wins. */
  readonly sampling: Sampling;
  /** Requests in flight. */
  readonly concurrency: number;
  /** Tokens it reads and writes in one call, where known. */
  readonly context?: number;
  readonly price?: Price;
  /** What a call costs of that price, where calls go in batches. */
  readonly priceShare?: number;
  /**
   * Throws a `ChatFailure` when this request cannot be answered and others may be; anything else (a wrong key, no server
   * there, the budget spent) is a `WorkError` and ends the work.
   */
  ask(request: ChatRequest, signal: AbortSignal): Promise<Reply>;
  /** Fails if its server is not there or rejects the address, the key or the model; costs nothing. */
  check?(signal: AbortSignal): Promise<void>;
  /** Present where its budget includes earlier commands: takes what all cached calls of this model took, and as how many tokens they were paid for. */
  addEarlier?(calls: TokenCounts, paid: TokenCounts): void;
  usage(): ChatUsage;
  close(): Promise<void>;
}

/**
 * The one rule for failed calls: one that may pass by itself (no connection, an error of the server, a cut response; a busy server ends the work) is
 * made again by the same command. Any other is an answer (a refusal, no text, a malformed one), which is asked for again only with `--retry-failed`.
 */
export const mayPass = (kind: ChatFailureKind): boolean => kind === 'silent' || kind === 'broken';

/** Why a model gave no usable answer. */
export type ChatFailureKind = 'refused' | 'empty' | 'unusable' | 'broken' | 'silent' | 'too-long';

/** A request that this model does not answer, after every try that could help. The message names no key. */
export class ChatFailure extends Error {
  override readonly name = 'ChatFailure';
  constructor(
    readonly kind: ChatFailureKind,
    message: string,
    /** What its tries took; lost answers count at their most. */
    readonly failedTries?: TokenCounts,
  ) {
    super(bounded(message));
  }
}

/** Cautious, because budgets hang on it: biomedical text has about four bytes a token. */
const BYTES_PER_TOKEN = 3;

/** What chat templates put around a message (OpenAI's cookbook counts 3 to 4). */
const TOKENS_PER_MESSAGE = 4;

export const tokensInText = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** About how many tokens these messages are to a model whose tokenizer is not here; rather too many. */
export const tokensInMessages = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content }) => sum + TOKENS_PER_MESSAGE + tokensInText(content), 0);

/** The most that an answer may have, as far as that is set. */
export const mostTokensOut = ({ sampling }: ChatRequest): number =>
  sampling.maxTokens ?? LIMITS.answerTokens.most;
