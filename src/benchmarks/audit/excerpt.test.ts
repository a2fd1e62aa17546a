import { expect, it } from 'vitest';
import { excerpt } from './excerpt.js';

it('an excerpt shows the kind of what may identify a person, and not the words', () => {
  expect(excerpt('<b>Call</b> Dr. John Smith, john.smith@example.com, **** since then')).toBe(
    '<b>Call</b> Dr. [name], [email], **** since then',
  );
});
