import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withMeasuredLeaks } from '../support/leakage-table.js';

it('docs/background/leakage.md says what the search for planted leaks finds', async () => {
  const page = readFileSync(new URL('../../docs/background/leakage.md', import.meta.url), 'utf8');
  // Behind? npm run write -- leakage
  expect(page).toBe(await withMeasuredLeaks(page));
});
