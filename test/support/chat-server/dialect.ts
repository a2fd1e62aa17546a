import type { ChatBehaviour, ServerEvent } from './behaviour.js';
import type { ChatAsked, Spoken } from './script.js';

/** One provider's API, from the server's side. */
export interface ServerDialect {
  read(path: string, body: Record<string, unknown>): ChatAsked;
  /** Why the service would not take this request at all: the body of its 400. */
  refuses?(body: Record<string, unknown>, behaviour: ChatBehaviour): unknown;
  whole(spoken: Spoken, behaviour: ChatBehaviour): unknown;
  stream(spoken: Spoken, asked: ChatAsked, behaviour: ChatBehaviour): readonly ServerEvent[];
  /** An error in the midst of a stream. */
  readonly error: ServerEvent;
}
