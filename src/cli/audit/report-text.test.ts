import { describe, expect, it } from 'vitest';
import type { Section } from '../../benchmarks/audit/index.js';
import { displayWidth } from '../../core/index.js';
import { reportText } from './report-text.js';

const LONG =
  'a text that is longer than what is left of the line beside its numbers, so that it goes on below';

const SECTIONS: readonly Section[] = [
  {
    heading: 'Audit of a task',
    blocks: [
      { kind: 'text', text: `${LONG}. ${LONG}.` },
      { kind: 'list', items: [LONG, 'short\u001b[31m and 中文'] },
      {
        kind: 'rows',
        headings: ['mean', '95 % interval', 'figure'],
        rows: [
          ['0.123', '0.1 to 0.2', LONG],
          ['−12', '–', 'short'],
        ],
      },
      { kind: 'rows', headings: ['a', 'b', 'c'], rows: [['x'.repeat(30), 'y'.repeat(30), LONG]] },
    ],
  },
];

describe('the report in a terminal', () => {
  it.each([40, 80, 120, 200])('fits %i columns', (columns) => {
    const lines = reportText(SECTIONS, columns).split('\n');
    const widest = Math.max(...lines.map(displayWidth));
    // The cells of the last table are wider than 40 columns, and never broken.
    expect(widest).toBeLessThanOrEqual(Math.max(columns, 62));
  });

  it('puts texts beside their numbers, and shows what a terminal would obey', () => {
    expect(reportText(SECTIONS, 80)).toContain(
      [
        ' mean  95 % interval  figure',
        '─────  ─────────────  ──────',
        '0.123     0.1 to 0.2  a text that is longer than what is left of the line beside',
        '                      its numbers, so that it goes on below',
        '  −12              –  short',
      ].join('\n'),
    );
    expect(reportText(SECTIONS, 80)).toContain('- short\\u{1b}[31m and 中文');
  });
});
