import type { ChatModel, ChatRequest, Reply } from './chat.js';

/** A model whose finished calls are kept: each is asked for once, and read from the store ever after. */
export interface Asker {
  readonly model: ChatModel;
  /**
   * The kept answer, or a new one that is kept before it is returned. `nth` tells apart calls that ask the same on
   * purpose, as several samples do. A kept failure is thrown again unless failures are to be retried. `onAsked` is
   * called when the model itself is asked.
   */
  ask(request: ChatRequest, nth?: number, onAsked?: () => void): Promise<Reply>;
  /** Whether this call would be answered from the store. */
  isKept(request: ChatRequest, nth?: number): Promise<boolean>;
}
