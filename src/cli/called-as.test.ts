import { join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { calledAs } from './output.js';

it('is what to type again: in a clone, and where the program is installed', () => {
  expect(calledAs(`${sep}clone${sep}bin${sep}r2med.js`, `${sep}clone`)).toBe(
    `node ${join('bin', 'r2med.js')}`,
  );
  expect(calledAs(`${sep}clone${sep}bin${sep}r2med.js`, `${sep}elsewhere`)).toBe('r2med');
  expect(calledAs(`${sep}user${sep}node_modules${sep}.bin${sep}r2med`, `${sep}user`)).toBe('r2med');
  expect(calledAs('', `${sep}user`)).toBe('r2med');
});
