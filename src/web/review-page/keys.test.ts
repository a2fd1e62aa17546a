import { expect, it } from 'vitest';
import { choiceKeys } from './keys.js';

const choices = (...values: readonly string[]) => values.map((value) => ({ value, label: value }));

it('choices have digits, then letters; none is the key of a command', () => {
  const keys = choiceKeys(choices(...Array.from({ length: 40 }, (_, i) => `choice ${i}`)));
  expect(keys.slice(0, 13)).toEqual([...'1234567890', 'a', 'c', 'd']);
  for (const command of 'bhjkrsu') expect(keys).not.toContain(command);
  expect(keys[39]).toBeUndefined();
  const given = keys.filter((key) => key !== undefined);
  expect(new Set(given).size).toBe(given.length);
});

it('grades that are digits have themselves as keys', () => {
  expect(choiceKeys(choices('0', '1', '2'))).toEqual(['0', '1', '2']);
  expect(choiceKeys(choices('0', '1', 'none'))).toEqual(['1', '2', '3']);
});
