import { describe, expect, it } from 'vitest';
import { emptyPurse, meter } from './meter.js';

const KEPT = 'nothing is lost';

describe('a budget', () => {
  it('counts what is under way as if it were spent, until it is known', () => {
    const { reserve, spend } = meter({ tokens: 100 }, {}, KEPT);
    const over = reserve({ tokens: 60 });
    expect(() => reserve({ tokens: 60 })).toThrow(
      '60 tokens under way, and the next one takes about 60 tokens',
    );
    over();
    spend({ tokens: 30 });
    reserve({ tokens: 60 })();
    spend({ tokens: 41 });
    expect(() => reserve({ tokens: 30 })).toThrow('71 tokens spent in 2 requests');
  });

  it('may be spent to the last token', () => {
    const { reserve } = meter({ tokens: 100 }, {}, KEPT);
    expect(() => reserve({ tokens: 100 })).not.toThrow();
  });

  it('of either kind stops, whichever is reached first', () => {
    const { reserve, spend, spent } = meter(
      { tokens: 1000, usd: 0.000_05 },
      { usdPerMillionTokens: 0.1 },
      KEPT,
    );
    spend({ tokens: 499 });
    expect(() => reserve({ tokens: 2 })).toThrow(
      'the budget of $0.00005 would be exceeded: $0.0000499 spent',
    );
    expect(spent()).toMatchObject({ tokens: 499, calls: 0 });
  });

  it('that is not given never stops', () => {
    const { reserve, spend } = meter({}, {}, KEPT);
    spend({ tokens: 1e12 });
    expect(() => reserve({ tokens: 1e12 })).not.toThrow();
  });

  it('may be counted in searches, beside tokens', () => {
    const price = { usdPerThousandSearches: 2, usdPerMillionTokens: 0.5 };
    const { reserve, spend, spent } = meter({ usd: 0.01 }, price, KEPT);
    reserve({ tokens: 0, searches: 5 })();
    spend({ tokens: 2000, searches: 4 });
    expect(spent()).toMatchObject({ tokens: 2000, searches: 4, calls: 1 });
    expect(spent().usd).toBeCloseTo(0.009, 12);
    expect(() => reserve({ tokens: 1, searches: 1 })).toThrow(
      'the budget of $0.01 would be exceeded: $0.009 spent in 1 requests, $0 under way, and the next one takes about $0.002',
    );
  });

  it('in dollars wants a price of some kind, and says what becomes of the work', () => {
    expect(() => meter({ usd: 1 }, {}, KEPT)).toThrow('without a price');
    const { reserve } = meter({ tokens: 1 }, {}, KEPT);
    expect(() => reserve({ tokens: 2 })).toThrow(`raise the budget and run again: ${KEPT}`);
  });
});

it('several meters spend from one purse, each at its own price', () => {
  const purse = emptyPurse();
  const cheap = meter({ usd: 1, purse }, { usdPerMillionTokens: 1 }, 'kept');
  const dear = meter({ usd: 1, purse }, { usdPerMillionTokens: 100 }, 'kept');
  cheap.reserve({ tokens: 400_000 })();
  cheap.spend({ tokens: 400_000 });
  expect(() => dear.reserve({ tokens: 6_100 })).toThrow(
    'the budget of $1 would be exceeded: $0.4 spent in 1 requests',
  );
  dear.reserve({ tokens: 6_000 })();
  expect(cheap.spent()).toMatchObject({ tokens: 400_000, calls: 1 });
});
