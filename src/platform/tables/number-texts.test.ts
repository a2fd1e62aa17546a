import { expect, it } from 'vitest';
import { format } from './number-texts.js';

it.each([
  [format.score(0.523), '52.30'],
  [format.score(1), '100.00'],
  [format.score(undefined), '–'],
  [format.difference(0.0255), '+2.55'],
  [format.difference(-0.0255), '−2.55'],
  [format.difference(0), '±0.00'],
  [format.difference(-0.00001), '±0.00'],
  [format.interval([0.281, 0.33]), '28.10 to 33.00'],
  [format.count(57_359), '57,359'],
  [format.bytes(19_727), '19.7 kB'],
  [format.parameters(335_000_000), '335 M'],
  [format.parameters(7_110_000_000), '7.1 B'],
  [format.usd(0), '$0'],
  [format.usd(0.00421), '$0.0042'],
  [format.usd(12.3), '$12.30'],
  [format.seconds(0.0043), '4.3 ms'],
  [format.seconds(1.34), '1.34 s'],
  [format.seconds(600), '10 min'],
])('%s', (written, expected) => {
  expect(written).toBe(expected);
});
