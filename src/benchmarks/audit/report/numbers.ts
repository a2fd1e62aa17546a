export { share, signed, valueText } from '../../../platform/tables/index.js';

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

/** "0.120 to 0.340". */
export const intervalText = (
  [low, high]: readonly [number, number],
  text: (value: number) => string,
): string => `${text(low)} to ${text(high)}`;
