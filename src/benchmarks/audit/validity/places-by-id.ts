import { byCodePoint } from '../../../core/index.js';

/** The place of each id if all are ordered by their form, `case-#` of `case-12`, and then by their last number. */
export const placesById = (ids: readonly string[]): Uint32Array => {
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
