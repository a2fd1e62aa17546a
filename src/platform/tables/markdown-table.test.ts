import { expect, it } from 'vitest';
import { markdownTable } from './markdown-table.js';

it('is a table with its alignment', () => {
  expect(
    markdownTable([
      { heading: 'task', align: 'left', cells: ['Biology', 'all'] },
      { heading: 'queries', align: 'right', cells: ['103', ''] },
    ]),
  ).toBe(['| task | queries |', '| --- | ---: |', '| Biology | 103 |', '| all |  |'].join('\n'));
});

it('escapes what would end a cell or become markup', () => {
  expect(
    markdownTable([{ heading: 'a|b', align: 'left', cells: ['<img>', 'x\ny', '[l](u)', '`c` *e* _u_ \\'] }]),
  ).toBe(
    [
      '| a\\|b |',
      '| --- |',
      '| \\<img\\> |',
      '| x y |',
      '| \\[l\\](u) |',
      '| \\`c\\` \\*e\\* \\_u\\_ \\\\ |',
    ].join('\n'),
  );
});
