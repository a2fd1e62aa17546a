import type { ServerResponse } from 'node:http';
import type { PlainBehaviour } from '../scripted-server.js';

/** How a request is answered wrongly. Headers and a body without a status belong to an answer with 200. */
export interface ChatBehaviour extends PlainBehaviour {
  /** The connection breaks after so many bytes of the answer or the stream. */
  readonly dropAfter?: number;
  /** The answer or the stream ends after so many bytes as if it were whole. */
  readonly truncateAt?: number;
  /** The stream falls silent after so many bytes; whoever waits for `onHang` is told. */
  readonly stallAfter?: number;
  /** No text, or null for one. */
  readonly content?: 'empty' | 'null';
  /** OpenAI's field, Anthropic's stop reason; Gemini has no such thing and is `filtered`. */
  readonly refusal?: string;
  /** `content_filter`, `refusal`, `SAFETY`: stopped in the midst of the answer. */
  readonly filtered?: true;
  /** The prompt itself is blocked: Gemini's `blockReason`, a 400 elsewhere. */
  readonly blocked?: true;
  readonly withoutUsage?: true;
  /** A stream without its last event (`[DONE]`, `message_stop`). */
  readonly withoutDone?: true;
  /** An answer that does not say why it ended. */
  readonly withoutFinish?: true;
  /** Plain OpenAI: which stop it was is not said. */
  readonly withoutStopReason?: true;
  /** After so many events, an error in the dialect's way, and nothing more. */
  readonly errorAfter?: number;
  /** In place of the answer this is sent without an end, as long as somebody reads it. */
  readonly endless?: string;
  /** Comments between the events, as OpenRouter sends while it waits. */
  readonly comments?: true;
}

/** A stream's events as they are written. */
export interface ServerEvent {
  /** Anthropic names its events. */
  readonly event?: string;
  readonly data: string;
}

export const sse = (events: readonly ServerEvent[], { comments }: ChatBehaviour): string =>
  events
    .map(
      ({ event, data }) =>
        `${comments ? ': PROCESSING\n\n' : ''}${event ? `event: ${event}\n` : ''}data: ${data}\n\n`,
    )
    .join('');

/** Sends a body, as far as the behaviour lets it. */
export const send = (
  response: ServerResponse,
  type: string,
  whole: string,
  behaviour: ChatBehaviour,
  hung: () => void,
): unknown => {
  const bytes = Buffer.from(whole);
  const { dropAfter, stallAfter, truncateAt = bytes.length } = behaviour;
  response.writeHead(200, { 'content-type': type, ...behaviour.headers });
  if (behaviour.endless !== undefined) return flood(response, Buffer.from(behaviour.endless));
  if (dropAfter !== undefined) return response.write(bytes.subarray(0, dropAfter), () => response.destroy());
  if (stallAfter !== undefined) return response.write(bytes.subarray(0, stallAfter), () => hung());
  return response.end(bytes.subarray(0, truncateAt));
};

const flood = (response: ServerResponse, piece: Buffer): void => {
  const write = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', write);
  write();
};
