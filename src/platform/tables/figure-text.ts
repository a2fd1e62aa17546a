/** What a figure of an audit counts in: a share is from 0 to 1, a rank counts from 1. */
export type FigureUnit = 'share' | 'rank' | 'score' | 'difference' | 'count';

/** A value of a figure of an audit, as precise as its unit bears. */
export const valueText = (value: number, unit: FigureUnit): string => {
  if (unit === 'rank') return Math.round(value).toLocaleString('en');
  if (unit === 'count') return value.toFixed(1);
  if (unit === 'difference') return signed(value, Math.abs(value) < 10 ? 3 : 1);
  return value.toFixed(unit === 'share' ? 3 : 2);
};

/** With its sign, also where it is above 0. */
export const signed = (value: number, digits: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(digits)}`;

/** A share in percent; a small one that is not 0 never reads as 0. */
export const share = (part: number, whole: number): string => {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  return `${percent > 0 && percent < 0.1 ? '<0.1' : percent.toFixed(percent < 10 ? 1 : 0)} %`;
};
