import { InputError, WorkError } from '../../core/index.js';
import { type Budget, emptyPurse } from '../service/index.js';
import type { ChatUsage, Price } from './chat.js';

interface Tokens {
  readonly in: number;
  readonly out: number;
}

/** Counts what is spent, and stops before a request that could spend too much. */
export interface ChatMeter {
  /**
   * Before a request: sets the most that it may take aside. Waits while that is only too much because of what others
   * have set aside; throws when it is too much by itself. The result is called when the request is over.
   */
  reserve(most: Tokens, signal: AbortSignal): Promise<() => void>;
  spend(tokens: Tokens): void;
  /** A question was given up. */
  fail(): void;
  usage(): ChatUsage;
}

export const chatMeter = (budget: Budget = {}, price?: Price): ChatMeter => {
  if (budget.usd !== undefined && !price)
    throw new InputError({
      found: 'a budget in dollars for a model without a price',
      expected: 'the prices of a million tokens read and written',
      fix: 'give the prices (--price IN,OUT), or the budget in tokens (--budget-tokens)',
    });
  const spent = { in: 0, out: 0 };
  const reserved = { in: 0, out: 0 };
  const waiting: (() => void)[] = [];
  let calls = 0;
  let failed = 0;

  const inUsd = (tokens: Tokens): number =>
    (tokens.in * (price?.usdPerMillionIn ?? 0) + tokens.out * (price?.usdPerMillionOut ?? 0)) / 1e6;
  const { purse = emptyPurse() } = budget;
  const limits = [
    {
      limit: budget.tokens,
      of: (tokens: Tokens) => tokens.in + tokens.out,
      before: () => purse.tokens,
      written: asTokens,
      flag: '--budget-tokens',
    },
    { limit: budget.usd, of: inUsd, before: () => purse.usd, written: asDollars, flag: '--budget' },
  ];
  const exceededBy = (next: Tokens) =>
    limits.find(({ limit, of, before }) => limit !== undefined && before() + of(next) > limit);

  /** When some other request is over. */
  const another = (signal: AbortSignal): Promise<void> =>
    new Promise((over, fail) => {
      signal.throwIfAborted();
      const abort = (): void => fail(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      waiting.push(() => {
        signal.removeEventListener('abort', abort);
        over();
      });
    });

  return {
    reserve: async (most, signal) => {
      for (;;) {
        const alone = exceededBy(most);
        if (alone)
          throw new WorkError(
            `the budget of ${alone.written(alone.limit!)} could be exceeded: ${alone.written(alone.before())} ` +
              `spent in ${purse.requests} requests, and the next one may take ${alone.written(alone.of(most))}`,
            `raise ${alone.flag} and run again: everything finished is kept and not asked for twice`,
          );
        if (!exceededBy(sum(reserved, most))) break;
        await another(signal);
      }
      add(reserved, most, 1);
      calls++;
      purse.requests++;
      return () => {
        add(reserved, most, -1);
        for (const over of waiting.splice(0)) over();
      };
    },
    spend: (tokens) => {
      add(spent, tokens, 1);
      purse.tokens += tokens.in + tokens.out;
      purse.usd += inUsd(tokens);
    },
    fail: () => {
      failed++;
    },
    usage: () => ({
      calls,
      failed,
      tokensIn: spent.in,
      tokensOut: spent.out,
      ...(price && { usd: inUsd(spent) }),
    }),
  };
};

const sum = (a: Tokens, b: Tokens): Tokens => ({ in: a.in + b.in, out: a.out + b.out });

const add = (to: { in: number; out: number }, tokens: Tokens, sign: 1 | -1): void => {
  to.in += sign * tokens.in;
  to.out += sign * tokens.out;
};

const asTokens = (tokens: number): string => `${tokens.toLocaleString('en-US')} tokens`;

/** Small sums matter here: a short answer costs a hundredth of a cent. */
const asDollars = (usd: number): string => `$${Number(usd.toPrecision(3))}`;
