import type { Clock } from '../../platform/api-client/index.js';
import type { Environment } from '../../platform/node/index.js';
import type { BackendSettings } from '../registry/index.js';
import type { Sampling } from './chat/chat.js';
import type { ReasoningStyle } from './reasoning.js';

/** What a user may say about a language model besides its name; whatever is missing comes from its entry. */
export interface LlmSettings extends Pick<BackendSettings, 'endpoints' | 'concurrency' | 'budget'> {
  /** Its id there, where it is another one than the entry's. */
  readonly model?: string;
  /** Where the answer begins in its output. */
  readonly reasoning?: ReasoningStyle;
  /** Wins over the entry, parameter by parameter. */
  readonly sampling?: Sampling;
  readonly stream?: boolean;
  readonly timeoutMs?: number;
  /** Dollars for a million tokens. */
  readonly prices?: { readonly in: number; readonly out: number };
}

/** What of this machine a language model may use. */
export interface LlmContext {
  readonly env: Environment;
  note(line: string): void;
  readonly clock?: Clock;
}
