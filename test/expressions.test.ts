import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withoutMarks } from '../src/generation/agents/marks.js';
import { fileSafe } from '../src/results/store.js';
import { expressions } from './expressions.js';

const verdicts = JSON.parse(readFileSync(new URL('./expressions.json', import.meta.url), 'utf8')) as object;

describe('regular expressions', () => {
  it('are all proved linear: after a change, run node scripts/check-expressions.js', async () => {
    expect([...(await expressions()).keys()].toSorted()).toEqual(Object.keys(verdicts).toSorted());
  });
});

describe('what was quadratic', () => {
  it('does the same as before, on input that made it slow', () => {
    expect(withoutMarks(`${'</infor'.repeat(20_000)}</think>${'mation>'.repeat(20_000)}x`)).toBe('x');
    expect(fileSafe(`a${'. '.repeat(20_000)}b. .`)).toBe(`a${'. '.repeat(20_000)}b%2E%20%2E`);
  });
});
