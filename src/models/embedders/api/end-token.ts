import { ApiFailure } from '../../../platform/api-client/index.js';

/** The token that a model reads last, where its server may or may not append it. */
export interface EndToken {
  /** As text, which a tokenizer of the model reads as the one token. */
  readonly token: string;
  /** How many tokens the model's tokenizer puts before every text. */
  readonly startTokens: number;
}

/** Asks an endpoint how many tokens it makes of a text; undefined where its answers do not say. */
export type CountTokens = (
  endpoint: string,
  text: string,
  signal: AbortSignal,
) => Promise<number | undefined>;

/**
 * What must be sent after each text so that it ends in the token exactly once. Each endpoint is asked once: of the token
 * alone it makes one token more than it puts before a text, or two when it appends one. A server to which
 * the token is plain text cannot serve the model.
 */
export const endTokenSender = (
  { token, startTokens }: EndToken,
  count: CountTokens,
): ((endpoint: string, note: (line: string) => void, signal: AbortSignal) => Promise<string>) => {
  const known = new Map<string, Promise<string>>();
  const ask = async (endpoint: string, note: (line: string) => void, signal: AbortSignal) => {
    const tokens = await count(endpoint, token, signal);
    if (tokens === startTokens + 2) return '';
    if (tokens === startTokens + 1) return token;
    if (tokens === undefined) {
      note(`${endpoint} does not count tokens: the end token ${token} is sent with every text, unchecked`);
      return token;
    }
    throw new ApiFailure(
      'denied',
      `${endpoint} reads the end token ${token} as ${tokens} tokens, not as ${startTokens + 1} or ${startTokens + 2}: ` +
        'it would be plain text, and the vectors wrong',
      { fix: 'serve the model with its own tokenizer, or run it in Python: --python python3' },
    );
  };
  return (endpoint, note, signal) => {
    const found = known.get(endpoint) ?? ask(endpoint, note, signal);
    known.set(endpoint, found);
    // A failed request says nothing about the server: the next one asks again.
    found.catch(() => known.delete(endpoint));
    return found;
  };
};
