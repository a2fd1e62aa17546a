import type { Message, Price, Reply, Sampling, TokenCounts } from './chat.js';

/** One question: what the model is, and what it is to do. An empty system message is left out. */
export const conversation = (system: { readonly text: string }, content: string): readonly Message[] => [
  ...(system.text ? [{ role: 'system', content: system.text } as const] : []),
  { role: 'user', content },
];

/** A conversation as a person reads it: the role, then every character of the content. */
export const promptText = (messages: readonly Message[]): string =>
  messages.map(({ role, content }) => `=== ${role} ===\n${content}\n`).join('\n');

/**
 * The sampling of the nth sample. A service with a fixed seed would write the same text again, so every sample after the
 * first has a separate seed: the seed plus its number. The first is requested as if it were the only one.
 */
export const sampleSampling = (sampleIndex: number, own: Sampling, call: Sampling): Sampling => {
  const seed = call.seed ?? own.seed;
  return sampleIndex === 0 || seed === undefined ? call : { ...call, seed: seed + sampleIndex };
};

/** The tokens of a reply as they were paid for: a batch costs a share of the price. */
export const paidTokens = ({
  tokensIn,
  tokensOut,
  priceShare = 1,
}: Pick<Reply, 'tokensIn' | 'tokensOut' | 'priceShare'>): TokenCounts => ({
  tokensIn: tokensIn * priceShare,
  tokensOut: tokensOut * priceShare,
});

export const dollars = (price: Price, tokensIn: number, tokensOut: number): number =>
  (tokensIn * price.usdPerMillionIn + tokensOut * price.usdPerMillionOut) / 1e6;
