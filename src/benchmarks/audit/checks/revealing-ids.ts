import { placesById } from '../validity/places-by-id.js';
import { shareOfAlike, shortcutCheck } from '../validity/shortcut-check.js';

export const revealingIds = shortcutCheck(
  {
    name: 'revealing-ids',
    title: 'Ids that reveal relevance',
    what: 'their ids, by their form (all but their digits) and then by their number, by length, by the number of their capitals, or by their last character,',
    fix: 'Give all documents ids of one form, in an order that does not depend on relevance. Equal scores are often ordered by id.',
  },
  () => ({
    orders: (ids, wanted) => [
      { values: placesById(ids), ends: ['at one end', 'at the other end'], isPlace: true },
      { values: ids.map((id) => id.length), ends: ['short ids', 'long ids'] },
      { values: ids.map((id) => id.replace(/\P{Lu}/gu, '').length), ends: ['few capitals', 'many capitals'] },
      {
        values: shareOfAlike(
          ids.map((id) => id.slice(-1)),
          wanted,
        ),
        ends: [undefined, 'by their last character'],
      },
    ],
  }),
);
