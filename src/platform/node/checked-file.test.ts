import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openChecked, withChecksums } from './disk-cache.js';

const CONTENT = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 7) % 251);

const written = (...parts: Uint8Array[]): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'r2med-checked-')), 'file');
  writeFileSync(file, Buffer.concat([...withChecksums(parts)]));
  return file;
};
const same = (read: Uint8Array | undefined, expected: Uint8Array): boolean =>
  read !== undefined && Buffer.compare(read, expected) === 0;

describe('a file with checksums', () => {
  it('gives any stretch, however it was cut into parts', () => {
    const parts = [0, 1, 1, 8192, 16_384, 19_999, 20_000].map((at, i, all) =>
      CONTENT.slice(all[i - 1] ?? 0, at),
    );
    const file = openChecked(written(...parts))!;
    expect(file.size).toBe(CONTENT.length);
    for (const [offset, length] of [
      [0, 20_000],
      [0, 0],
      [8191, 2],
      [8192, 8192],
      [19_999, 1],
      [5, 12_000],
    ] as const)
      expect(same(file.read(offset, length), CONTENT.subarray(offset, offset + length))).toBe(true);
    expect(file.read(19_999, 2)).toBeUndefined();
  });

  it('keeps the alignment of the offset', () => {
    const file = openChecked(written(CONTENT))!;
    for (const offset of [0, 4, 8200, 16_384]) expect(file.read(offset, 8)!.byteOffset % 4).toBe(0);
  });

  it('may be empty', () => {
    expect(openChecked(written())!.read(0, 0)).toHaveLength(0);
  });

  it('is never read where it is damaged, and still is where it is not', () => {
    const path = written(CONTENT);
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at += at < CONTENT.length ? 1009 : 1) {
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 1 << (at % 8);
      writeFileSync(path, damaged);
      const file = openChecked(path);
      if (at >= CONTENT.length) expect(file).toBeUndefined();
      else {
        expect(file!.read(at, 1)).toBeUndefined();
        expect(file!.read(0, CONTENT.length)).toBeUndefined();
        expect(file!.read((at + 10_000) % CONTENT.length, 1)).toHaveLength(1);
      }
    }
  });

  it('is refused when cut off or with something added', () => {
    const path = written(CONTENT);
    const whole = readFileSync(path);
    for (const length of [0, 1, 15, 16, 8192, 20_000, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length));
      expect(openChecked(path)).toBeUndefined();
    }
    writeFileSync(path, Buffer.concat([whole, Buffer.alloc(4)]));
    expect(openChecked(path)).toBeUndefined();
  });

  it('that goes away, shrinks or becomes another while it is open is not read', () => {
    const path = written(CONTENT);
    const file = openChecked(path)!;
    writeFileSync(path, Buffer.concat([...withChecksums([CONTENT.map((byte) => byte ^ 1)])]));
    expect(file.read(0, 10)).toBeUndefined();
    writeFileSync(path, '');
    expect(file.read(0, 10)).toBeUndefined();
    rmSync(path);
    expect(file.read(0, 10)).toBeUndefined();
    expect(() => openChecked(path)).toThrow('ENOENT');
  });
});
