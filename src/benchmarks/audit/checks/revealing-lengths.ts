import { shortcutCheck } from '../validity/shortcut-check.js';

export const revealingLengths = shortcutCheck(
  {
    name: 'revealing-lengths',
    title: 'Lengths that reveal relevance',
    what: 'the length of documents in characters',
    fix: 'Cut relevant and other documents in the same way: otherwise the longest, or the shortest, is a good guess.',
  },
  () => {
    const lengths: number[] = [];
    return {
      row: ({ text }) => lengths.push(text.length),
      orders: () => [{ values: lengths, ends: ['among the shortest', 'among the longest'] }],
    };
  },
);
