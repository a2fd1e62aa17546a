import type { Json, JsonObject } from '../../../../core/index.js';
import type { Home, Used } from '../../../../platform/api-client/index.js';
import type { Message, Sampling } from '../chat.js';

/** What one request asks for. */
export interface RequestInput {
  readonly model: string;
  readonly messages: readonly Message[];
  /** Without what the model refuses. */
  readonly sampling: Sampling;
  readonly stream: boolean;
  /** What OpenAI's API calls the limit of new tokens. */
  readonly limitParameter: LimitParameter;
}

export type LimitParameter = 'max_tokens' | 'max_completion_tokens';

/** What one answer says. */
export interface ParsedResponse {
  readonly text: string;
  readonly reasoning?: string | undefined;
  readonly finish: 'stop' | 'length';
  readonly stoppedAt?: string | undefined;
  /** Why there is no answer, or not the whole of it: the model or a filter would not give one. */
  readonly refusal?: string | undefined;
  /** As the service counts, where it says; reasoning is part of what came out. */
  readonly tokensIn?: number | undefined;
  readonly tokensOut?: number | undefined;
}

/** Puts a stream together to the answer that the service would have given without one. */
export interface Assembly {
  /** Returns how many characters the answer grew by; throws `InvalidResponse` when this is not part of an answer. */
  add(event: Json): number;
  /** Nothing more is to come. */
  end(): void;
  /** Whether the answer came to its end. */
  isWhole(): boolean;
  answer(): Json;
}

/** How one family of services is asked and how it answers. */
export interface Dialect extends Home {
  /** After an endpoint's address. */
  path(model: string, stream: boolean): string;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  body(ask: RequestInput): JsonObject;
  /** Throws `InvalidResponse` when it is not an answer at all. */
  read(answer: Json): ParsedResponse;
  /** What it says that it took, whatever else is wrong with it. */
  used(answer: Json): Used;
  assemble(): Assembly;
}

/** Whether the model is to go on with the last message. */
export const continues = (messages: readonly Message[]): boolean => messages.at(-1)?.role === 'assistant';

/** The instructions, which some services want apart from the conversation. */
export const systemText = (messages: readonly Message[]): string =>
  messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => content)
    .join('\n\n');

/** Of an event that is something else than a piece of an answer. */
export const NO_PART = 'an event that is not part of an answer';
