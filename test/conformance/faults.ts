import { describe, expect, it } from 'vitest';
import type { Collected } from '../support/collected.js';

/** What is wrong with a model: which of its items it cannot do, and how it fails. */
export type Fault = 'fails on the n-th item' | 'fails on every item' | 'never returns' | 'dies';

/** A model with a fault. Items that hold `BAD` meet it; `fails on every item` meets all. */
export interface FaultyModel {
  work(items: readonly string[]): Promise<Collected<unknown>>;
  close(): Promise<void>;
}

export const BAD = 'BAD';

const items = (count: number, bad: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${i === bad ? BAD : 'good'} item ${i}`);

/** What every model keeps to when it fails, whatever it makes of its items. A new kind of model's test file calls this. */
export const describeFaults = (
  name: string,
  make: (fault: Fault) => Promise<FaultyModel>,
  faults: readonly Fault[] = ['fails on the n-th item', 'fails on every item', 'never returns', 'dies'],
): void => {
  const attempt = async (fault: Fault, given: readonly string[]): Promise<Collected<unknown>> => {
    const model = await make(fault);
    try {
      return await model.work(given);
    } finally {
      await model.close();
    }
  };

  const CLAIMS: Readonly<Record<Fault, () => void>> = {
    'fails on the n-th item': () =>
      it.each([0, 4, 8])(
        'that fails on item %i does all others, and says why that one failed',
        async (bad) => {
          const { values, reasons, error } = await attempt('fails on the n-th item', items(9, bad));
          expect(error).toBeUndefined();
          expect([...reasons.keys()]).toEqual([bad]);
          expect(reasons.get(bad)).not.toBe('');
          expect(values.map((value) => value === undefined)).toEqual(items(9, bad).map((_, i) => i === bad));
        },
      ),
    'fails on every item': () =>
      it('that fails on fewer than twenty items, all there are, has no value for any of them', async () => {
        const { values, reasons, error } = await attempt('fails on every item', items(5, 0));
        expect(values.every((value) => value === undefined)).toBe(true);
        expect(error !== undefined || reasons.size === 5).toBe(true);
      }),
    'never returns': () =>
      it('that never returns is not waited for without end', async () => {
        const { values, reasons, error } = await attempt('never returns', items(3, 1));
        expect(values[1]).toBeUndefined();
        expect(error?.message ?? reasons.get(1)).toMatch(/within|no answer|not answer|time/);
      }),
    dies: () =>
      it('that dies leaves failures, not values', async () => {
        const { values, reasons, error } = await attempt('dies', items(3, 1));
        expect(values[1]).toBeUndefined();
        expect(error?.message ?? reasons.get(1)).toMatch(/\S/);
      }),
  };
  describe(`${name} with a fault`, () => {
    for (const fault of faults) CLAIMS[fault]();
  });
};
