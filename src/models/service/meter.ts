import { InputError, WorkError } from '../../core/index.js';

/** What may be spent before the work stops; what was spent is known only after each answer. */
export interface Budget {
  /** Needs a price. */
  readonly usd?: number;
  readonly tokens?: number;
  /** Where several models spend from the same budget: what all of them have spent. */
  readonly purse?: Purse;
}

/** What was spent so far; every meter of a budget adds to it. */
export interface Purse {
  usd: number;
  tokens: number;
  requests: number;
}

export const emptyPurse = (): Purse => ({ usd: 0, tokens: 0, requests: 0 });

/** What a request takes. */
export interface Cost {
  readonly tokens: number;
  /** Units that some services count a rerank request in. */
  readonly searches?: number | undefined;
}

export interface ServicePrice {
  readonly usdPerMillionTokens?: number | undefined;
  readonly usdPerThousandSearches?: number | undefined;
}

export interface Spent {
  readonly tokens: number;
  readonly searches: number;
  readonly calls: number;
  /** 0 without a price. */
  readonly usd: number;
}

/** Counts what is spent, and stops before a request that would spend too much. */
export interface Meter {
  /** Before a request: sets its estimate aside, or throws. Its result is called when the request is over. */
  reserve(cost: Cost): () => void;
  spend(cost: Cost): void;
  spent(): Spent;
}

/** `kept`: what becomes of the work done so far when it stops. */
export const meter = (budget: Budget, price: ServicePrice, kept: string): Meter => {
  const { usdPerMillionTokens, usdPerThousandSearches } = price;
  if (budget.usd !== undefined && usdPerMillionTokens === undefined && usdPerThousandSearches === undefined)
    throw new InputError({
      found: 'a budget in dollars for a model without a price',
      expected: 'the price of a million tokens',
      fix: 'give the price, or the budget in tokens',
    });
  let calls = 0;
  let spent = NOTHING;
  let reserved = NOTHING;

  const inUsd = ({ tokens, searches }: Sum): number =>
    (tokens * (usdPerMillionTokens ?? 0)) / 1e6 + (searches * (usdPerThousandSearches ?? 0)) / 1e3;
  const { purse = emptyPurse() } = budget;
  const limits = [
    {
      limit: budget.tokens,
      of: ({ tokens }: Sum) => tokens,
      before: () => purse.tokens,
      written: inTokens,
    },
    { limit: budget.usd, of: inUsd, before: () => purse.usd, written: inDollars },
  ];
  const check = (next: Sum): void => {
    for (const { limit, of, before, written } of limits) {
      if (limit === undefined || before() + of(add(reserved, next)) <= limit) continue;
      throw new WorkError(
        `the budget of ${written(limit)} would be exceeded: ${written(before())} spent in ${purse.requests} requests, ` +
          `${written(of(reserved))} under way, and the next one takes about ${written(of(next))}`,
        `raise the budget and run again: ${kept}`,
      );
    }
  };

  return {
    reserve: (cost) => {
      const next = add(NOTHING, cost);
      check(next);
      reserved = add(reserved, next);
      calls++;
      purse.requests++;
      return () => {
        reserved = add(reserved, next, -1);
      };
    },
    spend: (cost) => {
      const sum = add(NOTHING, cost);
      spent = add(spent, sum);
      purse.tokens += sum.tokens;
      purse.usd += inUsd(sum);
    },
    spent: () => ({ ...spent, calls, usd: inUsd(spent) }),
  };
};

interface Sum {
  readonly tokens: number;
  readonly searches: number;
}

const NOTHING: Sum = { tokens: 0, searches: 0 };

const add = (sum: Sum, { tokens, searches = 0 }: Cost, sign: 1 | -1 = 1): Sum => ({
  tokens: sum.tokens + sign * tokens,
  searches: sum.searches + sign * searches,
});

const inTokens = (tokens: number): string => `${tokens.toLocaleString('en-US')} tokens`;

/** Small sums matter here: a query costs a millionth of a dollar. */
const inDollars = (usd: number): string => `$${Number(usd.toPrecision(3))}`;
