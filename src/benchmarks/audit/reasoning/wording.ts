/** A share as people read it. */
export const percent = (share: number): string =>
  `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

/** A rank, or a mean of ranks. */
export const rank = (value: number): string => Math.round(value).toLocaleString('en');

/** A part of a sentence about numbers; nothing unless all of them are known. */
export const clause = (
  values: readonly (number | undefined)[],
  text: (...values: readonly number[]) => string,
): string => (values.every((value) => value !== undefined) ? text(...(values as readonly number[])) : '');

/** A difference, with its sign. */
export const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
