import { byCodePoint } from '../../../core/index.js';
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

/** The place of each id if all are ordered by their form, `case-#` of `case-12`, and then by their last number. */
const placesById = (ids: readonly string[]): ArrayLike<number> => {
  const keys = ids.map((id) => ({
    form: id.replace(/\d+/g, '#'),
    number: Number(/\d{1,15}(?=\D*$)/.exec(id)?.[0] ?? 0),
  }));
  const order = ids
    .map((_, row) => row)
    .sort((a, b) => byCodePoint(keys[a]!.form, keys[b]!.form) || keys[a]!.number - keys[b]!.number);
  const places = new Uint32Array(ids.length);
  for (const [place, row] of order.entries()) places[row] = place;
  return places;
};
