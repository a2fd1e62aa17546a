import { describe, expect, it } from 'vitest';
import { ApiFailure } from './failure.js';
import { meter as meterOf, type UnitPrices } from './meter.js';
import { type Budget, noSpending } from './spending.js';

const RESUME = 'nothing is lost';
const never = new AbortController().signal;
const cost = (tokensIn: number, searches = 0, tokensOut = 0) => ({ tokensIn, tokensOut, searches });
const opened = (budget: Budget, prices?: UnitPrices) => meterOf({ budget, prices, resume: RESUME });
const lost = new ApiFailure('silent', 'no answer');

/** A request that was answered, and took this. */
const asked = async (meter: ReturnType<typeof opened>, took: ReturnType<typeof cost>) =>
  (await meter.reserve(cost(0), never)).settle(took);

describe('a budget', () => {
  it('stops before a request that could exceed it, and says whose it is, what was spent and what to do', async () => {
    const meter = opened({ usd: 0.01 }, { usdPerMillionIn: 10 });
    await asked(meter, cost(500));
    await expect(meter.reserve(cost(501), never)).rejects.toThrow(
      'the budget of $0.01 for this command could be exceeded: $0.005 spent in 1 request, and the next one may take $0.00501\n' +
        `  Fix: raise --budget and run again: ${RESUME}`,
    );
    await expect(meter.reserve(cost(500), never)).resolves.toBeDefined();
  });

  it('may be spent to the last token, and names the flag of its own unit', async () => {
    const meter = opened({ tokens: 100 });
    await asked(meter, cost(80));
    await expect(meter.reserve(cost(21), never)).rejects.toThrow(
      '80 tokens spent in 1 request, and the next one may take 21 tokens\n  Fix: raise --budget-tokens',
    );
    await expect(meter.reserve(cost(20), never)).resolves.toBeDefined();
  });

  it('of either kind stops, whichever is reached first', async () => {
    const meter = opened({ tokens: 1000, usd: 0.000_05 }, { usdPerMillionIn: 0.1 });
    await asked(meter, cost(499));
    await expect(meter.reserve(cost(2), never)).rejects.toThrow('the budget of $0.00005 for this command');
    expect(meter.spent()).toEqual(cost(499));
  });

  it('lets a request wait while others may turn out cheaper than they could be', async () => {
    const meter = opened({ tokens: 100 });
    const first = await meter.reserve(cost(60), never);
    let begun = false;
    const second = meter.reserve(cost(60), never).then((reservation) => {
      begun = true;
      return reservation;
    });
    await Promise.resolve();
    expect(begun).toBe(false);
    first.settle(cost(15));
    (await second).settle(cost(0));
    const third = await meter.reserve(cost(60), never);
    const tooMuch = meter.reserve(cost(60), never);
    third.settle(cost(60));
    await expect(tooMuch).rejects.toThrow('could be exceeded: 75 tokens spent in 3 requests');
  });

  it('is not waited for by those who are called off', async () => {
    const meter = opened({ tokens: 100 });
    const first = await meter.reserve(cost(100), never);
    const stop = new AbortController();
    const waits = meter.reserve(cost(1), stop.signal);
    stop.abort(new Error('enough'));
    await expect(waits).rejects.toThrow('enough');
    await expect(meter.reserve(cost(1), stop.signal)).rejects.toThrow('enough');
    first.release();
    await expect(meter.reserve(cost(100), never)).resolves.toBeDefined();
  });

  it('counts a request whose answer was lost at its most, and says that this is an estimate', async () => {
    const meter = opened({ tokens: 100 });
    (await meter.reserve(cost(70), never)).fail(lost);
    await asked(meter, cost(5));
    await expect(meter.reserve(cost(26), never)).rejects.toThrow(
      '75 tokens spent in 2 requests (70 tokens of it an estimate: 1 answer lost, counted at the limit), and',
    );
    expect([meter.spent(), meter.lost(), meter.calls()]).toEqual([cost(75), 1, 2]);
  });

  it('counts a request once, by what is known of it first', async () => {
    const meter = opened({ tokens: 100 });
    const reservation = await meter.reserve(cost(70), never);
    reservation.settle(cost(10));
    reservation.fail(lost);
    reservation.release();
    expect([meter.spent(), meter.lost()]).toEqual([cost(10), 0]);
    await expect(meter.reserve(cost(90), never)).resolves.toBeDefined();
  });

  it('that is not given never stops', async () => {
    const meter = opened({});
    await asked(meter, cost(1e12));
    await expect(meter.reserve(cost(1e12), never)).resolves.toBeDefined();
  });

  it('may be counted in searches, beside tokens', async () => {
    const meter = opened({ usd: 0.01 }, { usdPerThousandSearches: 2, usdPerMillionIn: 0.5 });
    await asked(meter, cost(2000, 4));
    expect(meter.spent()).toEqual(cost(2000, 4));
    expect(meter.usd()).toBeCloseTo(0.009, 12);
    await expect(meter.reserve(cost(1, 1), never)).rejects.toThrow('and the next one may take $0.002');
  });

  it('counts tokens read and written, each at its own price', async () => {
    const meter = opened({ tokens: 3000 }, { usdPerMillionIn: 1, usdPerMillionOut: 10 });
    await asked(meter, cost(1000, 0, 100));
    expect(meter.usd()).toBe(0.002);
    (await meter.reserve(cost(1000, 0, 200), never)).fail(lost);
    expect([meter.usd(), meter.spent(), meter.lost()]).toEqual([0.005, cost(2000, 0, 300), 1]);
    await expect(meter.reserve(cost(500, 0, 201), never)).rejects.toThrow('the next one may take 701 tokens');
    expect(opened({}).usd()).toBeUndefined();
  });

  it('in dollars wants a price of some kind', () => {
    expect(() => opened({ usd: 1 })).toThrow('without a price');
    expect(() => opened({ totalUsd: 1 })).toThrow('without a price');
  });
});

describe('a total budget', () => {
  it('counts what earlier commands spent, and leaves the budget of this command alone', async () => {
    const spending = noSpending();
    spending.earlier.tokens = 900;
    const meter = opened({ tokens: 500, totalTokens: 1000, spending });
    await asked(meter, cost(50));
    await expect(meter.reserve(cost(51), never)).rejects.toThrow(
      'the total budget of 1,000 tokens could be exceeded: 900 tokens spent by earlier commands, 50 tokens spent in 1 request, ' +
        `and the next one may take 51 tokens\n  Fix: raise --budget-total-tokens and run again: ${RESUME}`,
    );
    await expect(meter.reserve(cost(50), never)).resolves.toBeDefined();
  });

  it('counts the earlier calls of a model once, however often it is opened', async () => {
    const spending = noSpending();
    const [one, same, other] = [1, 2, 3].map(() => opened({ totalTokens: 1000, spending }));
    one!.addEarlier('gpt', cost(400));
    same!.addEarlier('gpt', cost(450));
    other!.addEarlier('qwen', cost(100, 0, 50));
    await expect(same!.reserve(cost(451), never)).rejects.toThrow('550 tokens spent by earlier commands');
    await expect(same!.reserve(cost(450), never)).resolves.toBeDefined();
  });
});

describe('several meters with one spending', () => {
  it('add to it, each at its own price', async () => {
    const spending = noSpending();
    const cheap = opened({ usd: 1, spending }, { usdPerMillionIn: 1 });
    const dear = opened({ usd: 1, spending }, { usdPerMillionIn: 100 });
    await asked(cheap, cost(400_000));
    await expect(dear.reserve(cost(6_100), never)).rejects.toThrow('$0.4 spent in 1 request');
    (await dear.reserve(cost(6_000), never)).release();
    expect(cheap.spent()).toEqual(cost(400_000));
  });

  it('wait for what another one has in flight', async () => {
    const spending = noSpending();
    const [one, other] = [opened({ tokens: 100, spending }), opened({ tokens: 100, spending })];
    const first = await one.reserve(cost(80), never);
    let begun = false;
    const second = other.reserve(cost(80), never).then(() => {
      begun = true;
    });
    await Promise.resolve();
    expect(begun).toBe(false);
    first.release();
    await second;
    expect(begun).toBe(true);
  });
});
