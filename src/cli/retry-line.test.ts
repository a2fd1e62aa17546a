import { describe, expect, it } from 'vitest';
import { retryLine, textsLacking } from './retry-line.js';

describe('the line that asks again', () => {
  it('is the command with --retry-failed, once', () => {
    expect(retryLine(['generate', '--task', 'Biology'])).toBe('r2med generate --task Biology --retry-failed');
    expect(retryLine(['generate', '--retry-failed'])).toBe('r2med generate --retry-failed');
  });

  it('is printed under calls that failed', () => {
    expect(textsLacking(1, ['generate']).message).toContain('1 text was not generated');
    expect(textsLacking(2, ['generate'])).toMatchObject({ fix: 'r2med generate --retry-failed' });
  });

  it('does not overwrite', () => {
    expect(retryLine(['generate', '--overwrite', '--max-queries', '3'])).toBe(
      'r2med generate --max-queries 3 --retry-failed',
    );
  });

  it('quotes what a shell would take apart', () => {
    expect(retryLine(['generate', '--llm', 'served:http://h:8/v1#m', '--out', "it's here"])).toBe(
      "r2med generate --llm 'served:http://h:8/v1#m' --out 'it'\\''s here' --retry-failed",
    );
  });

  it('leaves out a password', () => {
    expect(retryLine(['--llm-endpoint', 'https://me:secret@host/v1'])).toBe(
      "r2med --llm-endpoint 'https://…@host/v1' --retry-failed",
    );
  });
});
