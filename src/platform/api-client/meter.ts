import { LeftBatch } from './batch/left-batch.js';
import { ApiFailure, mayHaveCost, type Used } from './failure.js';
import { addEarlier, type Budget, mustHavePrice, noSpending, reserve, type Sum } from './spending.js';

/** What a request took or may take. Searches are units that some services count a rerank request in. */
export interface Cost {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly searches: number;
}

/** What each unit costs; one that is absent costs nothing. */
export interface UnitPrices {
  readonly usdPerMillionIn?: number | undefined;
  readonly usdPerMillionOut?: number | undefined;
  readonly usdPerThousandSearches?: number | undefined;
}

const UNITS = ['tokensIn', 'tokensOut', 'searches'] as const satisfies (keyof Cost)[];

export const NO_COST: Cost = { tokensIn: 0, tokensOut: 0, searches: 0 };

export interface MeterOptions {
  readonly budget?: Budget | undefined;
  /** Absent where no price is known. */
  readonly prices?: UnitPrices | undefined;
  /** What becomes of the work done so far when the budget stops it. */
  readonly resume: string;
  /** How to give the price that a budget in dollars needs. */
  readonly priceFix?: string | undefined;
}

/** What one request has reserved. The first of these that is called counts, and returns what it counted. */
export interface Reservation {
  /** The response came; units that it does not report count at their maximum. */
  settle(used: Used): Cost;
  /** No usable response came: what it reports, else the maximum, unless the service cannot have worked on it. */
  fail(error: unknown): Cost | undefined;
  /** It took nothing. */
  release(): void;
}

/** Counts what one model spends, and stops before a request that could spend too much. */
export interface Meter {
  /** Before a request: reserves the maximum that it may take; see `reserve` of the spending. */
  reserve(most: Cost, signal: AbortSignal): Promise<Reservation>;
  /** What earlier commands spent on this model, where the budget is a total; `usd` where not all was at this price. */
  addEarlier(model: string, cost: Cost, usd?: number): void;
  /** Lost requests at their maximum are part of it. */
  spent(): Cost;
  usd(): number | undefined;
  /** Requests sent, retries included. */
  calls(): number;
  /** Requests whose response was lost. */
  lost(): number;
}

export const meter = ({
  budget = {},
  prices,
  resume,
  priceFix = 'give the price, or the budget in tokens (--budget-tokens)',
}: MeterOptions): Meter => {
  mustHavePrice(budget, prices !== undefined, priceFix);
  const { spending = noSpending() } = budget;
  const sumOf = (cost: Cost): Sum => ({
    tokens: cost.tokensIn + cost.tokensOut,
    usd: prices ? usdOf(cost, prices) : 0,
  });
  let spent = NO_COST;
  let calls = 0;
  let lost = 0;
  return {
    reserve: async (most, signal) => {
      const reserved = await reserve(budget, spending, sumOf(most), resume, signal);
      calls++;
      spending.unpriced ||= prices === undefined;
      let open = true;
      const settle = (used: Used): Cost => {
        const cost = filled(used, most);
        if (open) {
          spent = plus(spent, cost);
          reserved.settle(sumOf(cost));
        }
        open = false;
        return cost;
      };
      return {
        settle,
        fail: (error) => {
          // It is counted by the command that takes its answer.
          if (error instanceof LeftBatch) return undefined;
          const failure = error instanceof ApiFailure ? error : undefined;
          const used = failure?.details.used;
          if (used && UNITS.some((unit) => used[unit] !== undefined)) return settle(used);
          // Anything but a failure of the service calls off a request that was sent.
          if (!open || (failure && !mayHaveCost(failure))) return undefined;
          open = false;
          spent = plus(spent, most);
          lost++;
          reserved.lost();
          return most;
        },
        release: () => {
          if (open) reserved.release();
          open = false;
        },
      };
    },
    addEarlier: (model, cost, usd) =>
      addEarlier(spending, model, { ...sumOf(cost), ...(usd !== undefined && { usd }) }),
    spent: () => spent,
    usd: () => prices && usdOf(spent, prices),
    calls: () => calls,
    lost: () => lost,
  };
};

/** What tokens and searches cost. */
const usdOf = (cost: Cost, prices: UnitPrices): number =>
  (cost.tokensIn * (prices.usdPerMillionIn ?? 0) + cost.tokensOut * (prices.usdPerMillionOut ?? 0)) / 1e6 +
  (cost.searches * (prices.usdPerThousandSearches ?? 0)) / 1e3;

const inUnits = (of: (unit: keyof Cost) => number): Cost =>
  Object.fromEntries(UNITS.map((unit) => [unit, of(unit)])) as unknown as Cost;

const filled = (used: Used, most: Cost): Cost => inUnits((unit) => used[unit] ?? most[unit]);

const plus = (a: Cost, b: Cost): Cost => inUnits((unit) => a[unit] + b[unit]);
