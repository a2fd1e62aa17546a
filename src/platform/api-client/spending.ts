import { InputError, WorkError } from '../../core/index.js';

/** What may be spent before the work stops. */
export interface Budget {
  /** By this command. Needs a price. */
  readonly usd?: number;
  readonly tokens?: number;
  /** By this command and all earlier ones whose calls are cached. Needs a price. */
  readonly totalUsd?: number;
  readonly totalTokens?: number;
  /** Where several models spend from the same budget: what all of them have spent. */
  readonly spending?: Spending;
}

export interface Sum {
  readonly tokens: number;
  readonly usd: number;
}

/** What was spent so far; every meter of a budget adds to it. */
export interface Spending extends Mutable<Sum> {
  requests: number;
  /** A model without a price has part in it, so that the dollars are not all of them. */
  unpriced: boolean;
  /** The part of it that is an estimate: requests whose answer was lost, each counted at its most. */
  readonly lost: Mutable<Sum> & { requests: number };
  /** Set aside for requests in flight, at their most. */
  readonly reserved: Mutable<Sum>;
  /** What earlier commands spent, as far as their calls are cached, and the models whose calls were counted. */
  readonly earlier: Mutable<Sum> & { readonly models: Set<string> };
  /** Requests that wait until another one is over. */
  readonly waiting: Set<() => void>;
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

export const noSpending = (): Spending => ({
  usd: 0,
  tokens: 0,
  requests: 0,
  unpriced: false,
  lost: { usd: 0, tokens: 0, requests: 0 },
  reserved: { usd: 0, tokens: 0 },
  earlier: { usd: 0, tokens: 0, models: new Set() },
  waiting: new Set(),
});

/** What is set aside for one request. Exactly one of these counts, the first that is called. */
export interface Reserved {
  /** The answer came, and took this. */
  settle(sum: Sum): void;
  /** It was worked on, and no answer came that says what it took: counted at its most. */
  lost(): void;
  /** It took nothing. */
  release(): void;
}

/**
 * The one place where money is set aside and counted. Before a request, the maximum that it may take is reserved. Waits while
 * that is only too much because of requests in flight, which may turn out cheaper; throws when this request alone is too much.
 */
export const reserve = async (
  budget: Budget,
  spending: Spending,
  most: Sum,
  resume: string,
  signal: AbortSignal,
): Promise<Reserved> => {
  for (;;) {
    signal.throwIfAborted();
    const alone = exceeded(budget, spending, most);
    if (alone) throw budgetSpent(alone, spending, most, resume);
    if (!exceeded(budget, spending, plus(spending.reserved, most))) break;
    await anotherIsOver(spending, signal);
  }
  add(spending.reserved, most);
  spending.requests++;
  let open = true;
  const close = (count: () => void) => (): void => {
    if (!open) return;
    open = false;
    add(spending.reserved, most, -1);
    count();
    for (const over of [...spending.waiting]) over();
  };
  return {
    settle: (sum) => close(() => add(spending, sum))(),
    lost: close(() => {
      add(spending, most);
      add(spending.lost, most);
      spending.lost.requests++;
    }),
    release: close(() => {}),
  };
};

/** Adds what earlier commands spent on a model; a model that is opened twice counts once. */
export const addEarlier = ({ earlier }: Spending, model: string, sum: Sum): void => {
  if (!earlier.models.has(model)) add(earlier, sum);
  earlier.models.add(model);
};

/** A budget in dollars says nothing where no price is known. */
export const mustHavePrice = ({ usd, totalUsd }: Budget, hasPrice: boolean, fix: string): void => {
  if ((usd === undefined && totalUsd === undefined) || hasPrice) return;
  throw new InputError({
    found: 'a budget in dollars for a model without a price',
    expected: 'its price',
    fix,
  });
};

interface Limit {
  readonly name: 'usd' | 'tokens' | 'totalUsd' | 'totalTokens';
  readonly unit: keyof Sum;
  readonly total: boolean;
  readonly flag: string;
}

const LIMITS: readonly Limit[] = [
  { name: 'tokens', unit: 'tokens', total: false, flag: '--budget-tokens' },
  { name: 'usd', unit: 'usd', total: false, flag: '--budget' },
  { name: 'totalTokens', unit: 'tokens', total: true, flag: '--budget-total-tokens' },
  { name: 'totalUsd', unit: 'usd', total: true, flag: '--budget-total' },
];

const exceeded = (
  budget: Budget,
  spending: Spending,
  next: Sum,
): { limit: Limit; most: number } | undefined => {
  for (const limit of LIMITS) {
    const most = budget[limit.name];
    const { unit, total } = limit;
    const before = spending[unit] + (total ? spending.earlier[unit] : 0);
    if (most !== undefined && before + next[unit] > most) return { limit, most };
  }
  return undefined;
};

const budgetSpent = (
  { limit: { unit, total, flag }, most }: { limit: Limit; most: number },
  spending: Spending,
  next: Sum,
  resume: string,
): WorkError => {
  const written = WRITTEN[unit];
  const { requests, lost, earlier } = spending;
  const estimate =
    lost.requests > 0
      ? ` (${written(lost[unit])} of it an estimate: ${counted(lost.requests, 'answer')} lost, counted at the limit)`
      : '';
  return new WorkError(
    `the ${total ? 'total budget' : 'budget'} of ${written(most)}${total ? '' : ' for this command'} could be exceeded: ` +
      `${total ? `${written(earlier[unit])} spent by earlier commands, ` : ''}` +
      `${written(spending[unit])} spent in ${counted(requests, 'request')}${estimate}, ` +
      `and the next one may take ${written(next[unit])}`,
    `raise ${flag} and run again: ${resume}`,
  );
};

const anotherIsOver = (spending: Spending, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      spending.waiting.delete(over);
      reject(signal.reason);
    };
    const over = (): void => {
      spending.waiting.delete(over);
      signal.removeEventListener('abort', abort);
      resolve();
    };
    signal.addEventListener('abort', abort, { once: true });
    spending.waiting.add(over);
  });

const plus = (a: Sum, b: Sum): Sum => ({ tokens: a.tokens + b.tokens, usd: a.usd + b.usd });

/** Sums of dollars taken away again leave crumbs, which never make a budget smaller than it is. */
const add = (to: Mutable<Sum>, { tokens, usd }: Sum, sign: 1 | -1 = 1): void => {
  to.tokens = Math.max(0, to.tokens + sign * tokens);
  to.usd = Math.max(0, to.usd + sign * usd);
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Small sums matter here: a query costs a millionth of a dollar. */
const WRITTEN: Readonly<Record<keyof Sum, (amount: number) => string>> = {
  tokens: (tokens) => `${tokens.toLocaleString('en-US')} tokens`,
  usd: (usd) => `$${Number(usd.toPrecision(3))}`,
};
