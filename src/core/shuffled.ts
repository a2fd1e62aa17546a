import { random } from './random.js';

/** The same items in an order that the seed decides (Fisher and Yates). */
export const shuffled = <T>(items: readonly T[], seed: number): readonly T[] => {
  const mixed = [...items];
  const next = random(seed);
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
};
