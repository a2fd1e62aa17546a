import { type Budget, type Meter, meter } from '../../api-client/index.js';
import type { ChatUsage, Price } from './chat.js';

/** Tokens that a request reads and writes. */
export type ChatCost = { readonly in: number; readonly out: number };

/** Counts what a language model spends and what it does not answer. */
export interface ChatMeter extends Pick<Meter<ChatCost>, 'reserve'> {
  /** A question was given up. */
  fail(): void;
  usage(): ChatUsage;
}

export const chatMeter = (budget: Budget | undefined, price: Price | undefined, kept: string): ChatMeter => {
  const spending = meter<ChatCost>({
    budget,
    nothing: { in: 0, out: 0 },
    tokens: (cost) => cost.in + cost.out,
    ...(price && {
      usd: (cost) => (cost.in * price.usdPerMillionIn + cost.out * price.usdPerMillionOut) / 1e6,
    }),
    kept,
    priceFix: 'give the prices (--price IN,OUT), or the budget in tokens (--budget-tokens)',
  });
  let failed = 0;
  return {
    reserve: spending.reserve,
    fail: () => {
      failed++;
    },
    usage: () => {
      const { in: tokensIn, out: tokensOut } = spending.spent();
      const usd = spending.usd();
      const lost = spending.lost();
      return {
        calls: spending.calls(),
        failed,
        ...(lost > 0 && { lost }),
        tokensIn,
        tokensOut,
        ...(usd !== undefined && { usd }),
      };
    },
  };
};
