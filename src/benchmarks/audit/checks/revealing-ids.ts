import { placesById } from '../validity/places-by-id.js';
import { shortcutCheck } from '../validity/shortcut-check.js';

export const revealingIds = shortcutCheck(
  {
    name: 'revealing-ids',
    title: 'Ids that reveal relevance',
    what: 'their ids, by their form (all but their digits) and then by their number,',
    fix: 'Give all documents ids of one form, in an order that does not depend on relevance. Equal scores are often ordered by id.',
  },
  () => ({ values: placesById, ends: ['at one end', 'at the other end'] }),
);
