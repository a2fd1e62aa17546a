import { describe, expect, it } from 'vitest';
import { chatMeter } from './meter.js';

const never = new AbortController().signal;
const PRICE = { usdPerMillionIn: 1, usdPerMillionOut: 10, at: '2026-01-01' };

describe('a budget', () => {
  it('stops before a request that could exceed it, and says what was spent and what to do', async () => {
    const meter = chatMeter({ usd: 0.01 }, PRICE);
    (await meter.reserve({ in: 1000, out: 500 }, never))();
    meter.spend({ in: 1000, out: 400 });
    await expect(meter.reserve({ in: 0, out: 501 }, never)).rejects.toThrow(
      'the budget of $0.01 could be exceeded: $0.005 spent in 1 requests, and the next one may take $0.00501\n' +
        '  Fix: raise --budget and run again: everything finished is kept and not asked for twice',
    );
    await expect(meter.reserve({ in: 0, out: 500 }, never)).resolves.toBeTypeOf('function');
  });

  it('in tokens counts those read and those written, and names its own flag', async () => {
    const meter = chatMeter({ tokens: 100 });
    meter.spend({ in: 40, out: 40 });
    await expect(meter.reserve({ in: 10, out: 11 }, never)).rejects.toThrow(
      '80 tokens spent in 0 requests, and the next one may take 21 tokens\n  Fix: raise --budget-tokens',
    );
  });

  it('lets a request wait while others may turn out cheaper than they could be', async () => {
    const meter = chatMeter({ tokens: 100 });
    const first = await meter.reserve({ in: 10, out: 50 }, never);
    let second = false;
    const waits = meter.reserve({ in: 10, out: 50 }, never).then((over) => {
      second = true;
      return over;
    });
    await Promise.resolve();
    expect(second).toBe(false);
    meter.spend({ in: 10, out: 5 });
    first();
    (await waits)();
    expect(second).toBe(true);
    const third = await meter.reserve({ in: 10, out: 50 }, never);
    const tooMuch = meter.reserve({ in: 10, out: 50 }, never);
    meter.spend({ in: 10, out: 50 });
    third();
    await expect(tooMuch).rejects.toThrow('could be exceeded: 75 tokens spent');
  });

  it('is not waited for by those who are called off', async () => {
    const meter = chatMeter({ tokens: 100 });
    const over = await meter.reserve({ in: 50, out: 50 }, never);
    const stop = new AbortController();
    const waits = meter.reserve({ in: 1, out: 0 }, stop.signal);
    stop.abort(new Error('enough'));
    await expect(waits).rejects.toThrow('enough');
    await expect(meter.reserve({ in: 1, out: 0 }, stop.signal)).rejects.toThrow('enough');
    over();
    await expect(meter.reserve({ in: 50, out: 50 }, never)).resolves.toBeTypeOf('function');
  });

  it('in dollars needs a price', () => {
    expect(() => chatMeter({ usd: 1 })).toThrow('a budget in dollars for a model without a price');
  });
});

describe('what was used', () => {
  it('is counted, in dollars where a price is known', async () => {
    const meter = chatMeter({}, PRICE);
    await meter.reserve({ in: 1e9, out: 1e9 }, never);
    meter.spend({ in: 1000, out: 100 });
    meter.fail();
    expect(meter.usage()).toEqual({ calls: 1, failed: 1, tokensIn: 1000, tokensOut: 100, usd: 0.002 });
    expect(chatMeter().usage()).not.toHaveProperty('usd');
  });
});
