import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OBJECTIONS } from './objections.js';

it('are those of the documentation, in its words', () => {
  const page = readFileSync('docs/background/reasoning-need.md', 'utf8');
  const [, section = ''] = page.split("### A referee's objections\n");
  const rows = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const cells = rows.map((row) =>
    row
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll('`', '')
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim()),
  );
  expect(cells.slice(1)).toEqual(OBJECTIONS);
});
