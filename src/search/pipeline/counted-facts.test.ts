import fc from 'fast-check';
import { expect, it } from 'vitest';
import { added, grown } from './shared-stages.js';

it('tells counts from what stays', () => {
  const before = {
    bytes: 10,
    cached: true,
    model: { tokens: 5, name: 'm' },
    fused: [{ facts: { calls: 1 } }],
  };
  const after = {
    bytes: 10,
    cached: true,
    model: { tokens: 7, name: 'm' },
    fused: [{ facts: { calls: 4 } }],
    unchanged: 2,
  };
  const growth = grown(before, after);
  expect(growth).toEqual({
    bytes: 0,
    cached: true,
    model: { tokens: 2, name: 'm' },
    fused: [{ facts: { calls: 3 } }],
    unchanged: 2,
  });
  expect(added(before, growth)).toEqual(after);
});

it('comes back to what it came from, however facts grow', () => {
  const plain = fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.constant(null)));
  const facts = fc.record({ own: plain, list: fc.array(plain) });
  fc.assert(
    fc.property(facts, facts, (before, more) => {
      const list = [...before.list, ...more.list];
      const after = { own: { ...before.own, ...more.own }, list };
      expect(added(before, grown(before, after))).toEqual(after);
    }),
  );
});
