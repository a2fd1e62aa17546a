import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const run = (...flags: string[]) =>
  r2med([
    'run',
    '--suite',
    'sample',
    '--task',
    'Biology',
    '--system',
    'bm25',
    '--out',
    temporaryFolder(),
    ...flags,
  ]);

describe('--memory', () => {
  it('refuses a corpus whose index would not fit, before indexing, and says what does', async () => {
    const { code, stdout, stderr } = await run('--memory', '20MB');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /indexing the corpus for BM25 needs about 15\d\.\d MB of memory, and 20\.0 MB may be used/,
    );
    expect(stderr).toContain('--engine opensearch:URL');
    expect(stderr).toContain('--memory 1GB');
  });

  it('lets a corpus through that fits', async () => {
    expect((await run('--memory', '1GB')).code).toBe(0);
    expect((await run()).code).toBe(0);
  });

  it.each(['4', 'GB', '-1GB', '0GB', '4XB', ''])('refuses the size "%s"', async (size) => {
    const { code, stderr } = await run('--memory', size);
    expect(code).toBe(2);
    expect(stderr).toContain('expected a size such as 500MB or 4GB');
  });
});
