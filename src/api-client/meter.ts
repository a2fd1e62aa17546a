import { type Budget, mustHavePrice, noSpending, reserve, type Sum } from './purse.js';

/** What a request took or may take, in the units of its service. */
export type Cost = Readonly<Record<string, number>>;

export interface MeterOptions<C extends Cost> {
  readonly budget?: Budget | undefined;
  /** Nothing, in all units. */
  readonly nothing: C;
  tokens(cost: C): number;
  /** Absent where no price is known. */
  readonly usd?: ((cost: C) => number) | undefined;
  /** What becomes of the work done so far when the budget stops it. */
  readonly kept: string;
  /** How to give the price that a budget in dollars needs. */
  readonly priceFix: string;
}

/** What one request has set aside. The first of these that is called counts. */
export interface Reservation<C extends Cost> {
  /** The answer came, and took this. */
  settle(cost: C): void;
  /** It was worked on, and no answer came that says what it took: counted at its most. */
  lost(): void;
  /** It took nothing. */
  release(): void;
}

/** Counts what one model spends, and stops before a request that could spend too much. */
export interface Meter<C extends Cost> {
  /** Before a request: sets the maximum that it may take aside; see `reserve` of the purse. */
  reserve(most: C, signal: AbortSignal): Promise<Reservation<C>>;
  /** Lost requests at their most are part of it. */
  spent(): C;
  usd(): number | undefined;
  /** Requests sent, tries again included. */
  calls(): number;
  /** Requests whose answer was lost. */
  lost(): number;
}

export const meter = <C extends Cost>({
  budget = {},
  nothing,
  tokens,
  usd,
  kept,
  priceFix,
}: MeterOptions<C>): Meter<C> => {
  mustHavePrice(budget, usd !== undefined, priceFix);
  const { spending = noSpending() } = budget;
  const sumOf = (cost: C): Sum => ({ tokens: tokens(cost), usd: usd?.(cost) ?? 0 });
  let spent = nothing;
  let calls = 0;
  let lost = 0;
  return {
    reserve: async (most, signal) => {
      const reserved = await reserve(budget, spending, sumOf(most), kept, signal);
      calls++;
      let open = true;
      const once = (count: () => void): void => {
        if (open) count();
        open = false;
      };
      return {
        settle: (cost) =>
          once(() => {
            spent = plus(spent, cost);
            reserved.settle(sumOf(cost));
          }),
        lost: () =>
          once(() => {
            spent = plus(spent, most);
            lost++;
            reserved.lost();
          }),
        release: () => once(reserved.release),
      };
    },
    spent: () => spent,
    usd: () => usd?.(spent),
    calls: () => calls,
    lost: () => lost,
  };
};

const plus = <C extends Cost>(a: C, b: C): C =>
  Object.fromEntries(Object.keys(a).map((unit) => [unit, a[unit]! + (b[unit] ?? 0)])) as C;

export interface ServicePrice {
  readonly usdPerMillionTokens?: number | undefined;
  readonly usdPerThousandSearches?: number | undefined;
}

/** What a request to a service that only reads takes; searches are units that some count a rerank request in. */
export type ServiceCost = { readonly tokens: number; readonly searches: number };

/** The meter of an embedder or a reranker. */
export const serviceMeter = (
  budget: Budget | undefined,
  { usdPerMillionTokens, usdPerThousandSearches }: ServicePrice,
  kept: string,
): Meter<ServiceCost> =>
  meter({
    budget,
    nothing: { tokens: 0, searches: 0 },
    tokens: ({ tokens }) => tokens,
    ...((usdPerMillionTokens !== undefined || usdPerThousandSearches !== undefined) && {
      usd: ({ tokens, searches }) =>
        (tokens * (usdPerMillionTokens ?? 0)) / 1e6 + (searches * (usdPerThousandSearches ?? 0)) / 1e3,
    }),
    kept,
    priceFix: 'give the price, or the budget in tokens (--budget-tokens)',
  });
