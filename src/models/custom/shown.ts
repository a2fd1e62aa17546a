import { shortened } from '../../core/index.js';

/** A value that someone else's code gave, in a few words for an error. */
export const shown = (value: unknown, depth = 2): string => {
  if (typeof value === 'string') return `the text ${JSON.stringify(shortened(value, 40))}`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) {
    if (value.length === 0) return 'an empty array';
    return `an array of ${value.length}${depth > 0 ? ` (first: ${shown(value[0], depth - 1)})` : ''}`;
  }
  if (ArrayBuffer.isView(value) && 'length' in value) return `${nameOf(value)} of ${String(value.length)}`;
  if (typeof value !== 'object' || value === null) return String(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return nameOf(value) === 'Object' ? 'an empty object' : `a ${nameOf(value)}`;
  return `an object with ${shortened(keys.join(', '), 60)}`;
};

const nameOf = (value: object): string => value.constructor?.name || 'Object';

/** Why something was thrown, in one line. */
export const reasonOf = (thrown: unknown): string =>
  shortened(reasonIn(thrown).replace(/\s+/g, ' ').trim() || 'no reason given', 500);

const reasonIn = (thrown: unknown): string => {
  if (typeof thrown === 'string') return thrown;
  if (!(thrown instanceof Error)) return shown(thrown);
  // Node's fetch says only "fetch failed"; what failed is in the cause.
  const cause = thrown.cause instanceof Error ? ` (${thrown.cause.message})` : '';
  return `${thrown.name}: ${thrown.message}${cause}`;
};
