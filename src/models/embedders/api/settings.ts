import type { Json, Role } from '../../../core/index.js';
import type {
  BatchLimits,
  Budget,
  Prompt,
  Reach,
  ServiceForm,
  TokenCutter,
} from '../../../platform/api-client/index.js';
import type { DialectName } from './dialects/index.js';
import type { EndToken } from './end-token.js';

const ROLES: readonly Role[] = ['query', 'rewrite', 'document'];

/** Something for every role. */
export const byRole = <T>(of: (role: Role) => T): Record<Role, T> =>
  Object.fromEntries(ROLES.map((role) => [role, of(role)])) as Record<Role, T>;

/** Everything that opens an embedder behind HTTP. */
export interface EmbeddingApiSettings extends Reach {
  readonly dialect: DialectName;
  /** The model's name at the service. */
  readonly model: string;
  /** A service that is not the dialect's own: where it is and in which form it is asked. */
  readonly service?: ServiceForm;
  readonly prompts?: Partial<Record<Role, Prompt>>;
  /** The most tokens of a text, its prompt included; longer ones are cut before they are sent. */
  readonly maxTokens?: Partial<Record<Role, number>>;
  /** The token that every text must end in; each endpoint is asked whether it appends it. */
  readonly endToken?: EndToken;
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
  /** Whether the role of a text is sent to the service (`input_type`, `task`), where its dialect can; yes. */
  readonly tellRole?: boolean;
  /** Whether the service may cut what is too long for it, where its dialect can say so; yes. */
  readonly serverCuts?: boolean;
  /** Whether a text that is refused for its length is sent once more, shorter; yes. */
  readonly shorten?: boolean;
  /**
   * What the name does not say about the weights, for example a quantisation; part of the cache key of vectors. Without it the
   * first endpoint; `null` where the name says all.
   */
  readonly identity?: Json;
  /** Requests in flight, over all endpoints. */
  readonly concurrency?: number;
  /** Of one request; the dialect's own where they are not given. */
  readonly limits?: Partial<BatchLimits>;
  readonly budget?: Budget;
  readonly usdPerMillionTokens?: number;
}
