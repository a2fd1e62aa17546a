import type { AuditFigure } from '../../record/index.js';

/** 1,234. */
export const count = (value: number): string => value.toLocaleString('en');

/** "1 query", "3 queries": the plural is given. */
export const counted = (value: number, plural: string): string =>
  `${count(value)} ${value === 1 ? SINGULAR.get(plural) : plural}`;

const SINGULAR = new Map([
  ['documents', 'document'],
  ['ids', 'id'],
  ['queries', 'query'],
  ['judgements', 'judgement'],
  ['pairs', 'pair'],
  ['texts', 'text'],
  ['errors', 'error'],
  ['warnings', 'warning'],
  ['notes', 'note'],
  ['checks', 'check'],
  ['tasks', 'task'],
]);

/** A share in percent; a small one that is not 0 never reads as 0. */
export const share = (part: number, whole: number): string => {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  return `${percent > 0 && percent < 0.1 ? '<0.1' : percent.toFixed(percent < 10 ? 1 : 0)} %`;
};

/** A value of a figure, as precise as its unit bears. */
export const valueText = (value: number, unit: AuditFigure['unit']): string => {
  if (unit === 'rank') return count(Math.round(value));
  if (unit === 'count') return value.toFixed(1);
  if (unit === 'difference') return signed(value, Math.abs(value) < 10 ? 3 : 1);
  return value.toFixed(unit === 'share' ? 3 : 2);
};

/** With its sign, also where it is above 0. */
export const signed = (value: number, digits: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(digits)}`;

/** "0.120 to 0.340". */
export const intervalText = (
  [low, high]: readonly [number, number],
  text: (value: number) => string,
): string => `${text(low)} to ${text(high)}`;
