/** Uniform numbers in [0, 1) from a seed: the same on every machine (Mulberry32, period 2^32). */
export const random = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + STEP) >>> 0;
    return mixed(state) / 4294967296;
  };
};

/** The 32 bits of which `random(seed)` makes its nth number, counted from 0: any can be had without those before it. */
export const randomBits = (seed: number, nth: number): number =>
  mixed(((seed >>> 0) + Math.imul(nth + 1, STEP)) | 0);

const STEP = 0x6d2b79f5;

const mixed = (state: number): number => {
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return (t ^ (t >>> 14)) >>> 0;
};

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
