import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { readXzText } from './index.js';

const FILE = join(
  import.meta.dirname,
  '../../../test/golden/xz/hakari-results/example__encoder-small/hakari-bench__NanoR2MED/NanoR2MEDBiology.json.xz',
);
const written = (bytes: Uint8Array): string =>
  join(writtenFolder({ 'a.json.xz': Buffer.from(bytes) }), 'a.json.xz');

describe('readXzText', () => {
  it('unpacks what liblzma packed', async () => {
    const text = await readXzText(FILE);
    expect(text).toHaveLength(41993);
    expect(JSON.parse(text).evaluation.aggregate_metric_value).toBe(0.4125);
  });

  it('refuses a file that unpacks to more than the limit', async () => {
    const limit = { most: 41992, of: 'bytes', what: 'test' } as never;
    expect((await failure(readXzText(FILE, limit))).message).toMatch(/more than 41992 bytes after unpacking/);
  });

  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, -12)],
    ['changed', (bytes: Buffer) => bytes.map((byte, i) => (i === 200 ? byte ^ 255 : byte))],
    ['no xz', () => Buffer.from('{}')],
    ['empty', () => Buffer.alloc(0)],
  ])('names a file that is %s', async (_, change) => {
    expect((await failure(readXzText(written(change(readFileSync(FILE)))))).message).toMatch(
      /a broken or cut xz file/,
    );
  });

  it('says that there is no file', async () => {
    expect((await failure(readXzText('/nowhere/a.json.xz'))).message).toMatch(/a\.json\.xz/);
  });
});
