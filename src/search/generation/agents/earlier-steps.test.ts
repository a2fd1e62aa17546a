import { describe, expect, it } from 'vitest';
import { earlierSteps } from './document-summary.js';
import { QUERY, RESULT } from './tags.js';

const lines = (count: number): string[] => Array.from({ length: count }, (_, i) => `thought ${i + 1}`);

describe('the reasoning so far', () => {
  it('is numbered line by line; empty lines are none', () => {
    expect(earlierSteps('a\n\nb\n\n\n\n c')).toBe('Step 1: a\n\nStep 2: b\n\nStep 3: c');
  });

  it('is kept whole up to five steps', () => {
    expect(earlierSteps(lines(5).join('\n'))).not.toContain('...');
    expect(earlierSteps(lines(6).join('\n'))).toBe(
      'Step 1: thought 1\n\n...\n\nStep 3: thought 3\n\nStep 4: thought 4\n\nStep 5: thought 5\n\nStep 6: thought 6',
    );
  });

  it('keeps the first step, the last four and those with marks; each run of others is three dots', () => {
    const all = lines(12);
    all[4] = `${QUERY.begin}gout${QUERY.end}`;
    all[5] = `${RESULT.begin}urate${RESULT.end}`;
    const numbers = earlierSteps(all.join('\n'))
      .split('\n\n')
      .map((step) => /^Step (\d+)/.exec(step)?.[1] ?? step);
    expect(numbers).toEqual(['1', '...', '5', '6', '...', '9', '10', '11', '12']);
  });

  it('does not show the tags of a thought', () => {
    expect(earlierSteps('<think>\nhm\n</think>\n\nso')).toBe('Step 1: hm\n\nStep 2: so');
  });

  it('may be nothing', () => {
    expect(earlierSteps('\n')).toBe('');
  });
});
