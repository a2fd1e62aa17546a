import { defined } from '../../core/index.js';
import type { BuildItem, Decision, Held } from './item.js';

/** An item with one decision more. */
export const decided = <Change extends Partial<BuildItem>>(
  item: BuildItem,
  decision: Decision,
  change?: Change,
): BuildItem => ({
  ...item,
  ...change,
  trail: [...item.trail, decision],
});

/** An item that is held back, with the decision that did it. */
export const heldItem = (item: BuildItem, why: string, detail?: string): Held => ({
  id: item.id,
  why,
  ...defined({ detail }),
  item,
});

/** How often each value occurs, the most frequent first. */
export const countsOf = (values: Iterable<string>): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
};

/** How many were held back for each reason. */
export const heldCounts = (held: readonly Pick<Held, 'why'>[]): Readonly<Record<string, number>> =>
  countsOf(held.map(({ why }) => why));
