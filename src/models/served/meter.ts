import { InputError, WorkError } from '../../core/index.js';
import type { EmbedderUsage, Role } from '../embedder.js';

/** What may be spent before the work stops; what was spent is known only after each answer. */
export interface Budget {
  /** Needs the price of a million tokens. */
  readonly usd?: number;
  readonly tokens?: number;
}

/** Counts what is spent, and stops before a request that would spend too much. */
export interface Meter {
  /** Before a request: sets its estimate aside, or throws. Its result is called when the request is over. */
  reserve(tokens: number): () => void;
  spend(tokens: number): void;
  cut(role: Role): void;
  usage(): EmbedderUsage;
}

export const meter = (budget: Budget = {}, usdPerMillionTokens?: number): Meter => {
  if (budget.usd !== undefined && usdPerMillionTokens === undefined)
    throw new InputError({
      found: 'a budget in dollars for a model without a price',
      expected: 'the price of a million tokens',
      fix: 'give the price, or the budget in tokens',
    });
  const price = (usdPerMillionTokens ?? 0) / 1e6;
  const cut: Record<Role, number> = { query: 0, rewrite: 0, document: 0 };
  let calls = 0;
  let spent = 0;
  let reserved = 0;

  const limits = [
    { limit: budget.tokens, of: (tokens: number) => tokens, written: inTokens },
    { limit: budget.usd, of: (tokens: number) => tokens * price, written: inDollars },
  ];
  const check = (tokens: number): void => {
    for (const { limit, of, written } of limits) {
      if (limit === undefined || of(spent + reserved + tokens) <= limit) continue;
      throw new WorkError(
        `the budget of ${written(limit)} would be exceeded: ${written(of(spent))} spent in ${calls} requests, ` +
          `${written(of(reserved))} under way, and the next one takes about ${written(of(tokens))}`,
        'raise the budget and run again: what is embedded is kept and not asked for twice',
      );
    }
  };

  return {
    reserve: (tokens) => {
      check(tokens);
      reserved += tokens;
      calls++;
      return () => {
        reserved -= tokens;
      };
    },
    spend: (tokens) => {
      spent += tokens;
    },
    cut: (role) => {
      cut[role]++;
    },
    usage: () => ({ cut: { ...cut }, tokens: spent, calls, usd: spent * price }),
  };
};

const inTokens = (tokens: number): string => `${tokens.toLocaleString('en-US')} tokens`;

/** Small sums matter here: a query costs a millionth of a dollar. */
const inDollars = (usd: number): string => `$${Number(usd.toPrecision(3))}`;
