import { shortcutCheck } from '../validity/shortcut-check.js';

export const revealingOrder = shortcutCheck(
  {
    name: 'revealing-order',
    title: 'Order of the corpus that reveals relevance',
    what: 'the order of the corpus',
    fix: 'Sort the corpus by something that does not depend on relevance, such as a hash of the text (build assemble --order hash).',
  },
  () => ({
    orders: (ids) => [
      { values: ids.map((_, row) => row), ends: ['at its beginning', 'at its end'], isPlace: true },
    ],
  }),
);
