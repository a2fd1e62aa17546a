import { expect, it } from 'vitest';
import { chatMeter } from './meter.js';

const never = new AbortController().signal;
const PRICE = { usdPerMillionIn: 1, usdPerMillionOut: 10, at: '2026-01-01' };

it('tokens read and written are counted, in dollars where a price is known', async () => {
  const meter = chatMeter({}, PRICE, 'kept');
  (await meter.reserve({ in: 1e9, out: 1e9 }, never)).settle({ in: 1000, out: 100 });
  meter.fail();
  expect(meter.usage()).toEqual({ calls: 1, failed: 1, tokensIn: 1000, tokensOut: 100, usd: 0.002 });
  (await meter.reserve({ in: 1000, out: 200 }, never)).lost();
  expect(meter.usage()).toEqual({
    calls: 2,
    failed: 1,
    lost: 1,
    tokensIn: 2000,
    tokensOut: 300,
    usd: 0.005,
  });
  expect(chatMeter({}, undefined, 'kept').usage()).not.toHaveProperty('usd');
});

it('both count against a budget in tokens, and dollars need both prices', async () => {
  const meter = chatMeter({ tokens: 100 }, undefined, 'kept');
  (await meter.reserve({ in: 40, out: 40 }, never)).settle({ in: 40, out: 40 });
  await expect(meter.reserve({ in: 10, out: 11 }, never)).rejects.toThrow('the next one may take 21 tokens');
  expect(() => chatMeter({ usd: 1 }, undefined, 'kept')).toThrow('give the prices (--price IN,OUT)');
});
