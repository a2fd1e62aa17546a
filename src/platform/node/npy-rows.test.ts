import { appendFile, mkdtemp, open, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkError } from '../../core/index.js';
import { openNpy, readNpy, writeNpy } from './npy.js';
import { openVectorFile, readRows, vectorHash, writeVectorFile } from './vector-file.js';

const ROWS = 200;
const COLUMNS = 300;
const data = Float32Array.from({ length: ROWS * COLUMNS }, (_, i) => Math.sin(i));
const written = async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'r2med-npy-')), 'v.npy');
  await writeNpy(file, { rows: ROWS, columns: COLUMNS, data });
  return file;
};
const golden = (name: string) =>
  fileURLToPath(new URL(`../../../test/golden/numpy/${name}`, import.meta.url));

describe('rows of a numpy file', () => {
  it('are read alone and in runs', async () => {
    const { rows, columns, read } = await openNpy(await written());
    expect([rows, columns]).toEqual([ROWS, COLUMNS]);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(ROWS - 1)), async (wanted) => {
        const ascending = Uint32Array.from(wanted).sort();
        const into = new Float32Array(wanted.length * COLUMNS);
        await read(ascending, into);
        for (const [place, row] of ascending.entries())
          expect(into.subarray(place * COLUMNS, (place + 1) * COLUMNS)).toEqual(
            data.subarray(row * COLUMNS, (row + 1) * COLUMNS),
          );
      }),
      { numRuns: 30 },
    );
  });

  it.each(['f2', 'f4', 'f8'])('of %s are those of the whole', async (type) => {
    const file = golden(`${type}.npy`);
    const into = new Float32Array(3);
    await (await openNpy(file)).read(Uint32Array.of(1), into);
    expect([...into]).toEqual([...(await readNpy(file)).data.subarray(3)]);
  });

  const all = Uint32Array.from({ length: ROWS }, (_, row) => row);
  it.each<[string, (file: string) => Promise<unknown>]>([
    ['cut', (file) => truncate(file, 100_000)],
    ['continued', (file) => appendFile(file, 'more')],
    [
      'written to',
      async (file) => {
        const handle = await open(file, 'r+');
        await handle.write(Buffer.alloc(8), 0, 8, 5000);
        await handle.close();
      },
    ],
    [
      'replaced',
      async (file) => {
        await writeFile(`${file}2`, await readFile(file));
        await rename(`${file}2`, file);
      },
    ],
  ])('of a file that was %s meanwhile are an error, also those that are still there', async (_, change) => {
    const file = await written();
    const { read } = await openNpy(file);
    await read(all, new Float32Array(data.length));
    await change(file);
    for (const rows of [all, Uint32Array.of(0), Uint32Array.of(199)]) {
      const failed: unknown = await read(rows, new Float32Array(rows.length * COLUMNS)).catch(
        (error) => error,
      );
      expect(failed).toBeInstanceOf(WorkError);
      expect((failed as WorkError).message).toContain(`${file} was changed while its vectors were read`);
    }
  });
});

describe('the hash of vectors with ids', () => {
  const hashOf = async (numbers: Float32Array, ids: readonly string[]) => {
    const file = await written();
    const vectors = { ids, rows: ids.length, columns: numbers.length / ids.length, data: numbers };
    await writeVectorFile(file, `${file}.json`, vectors);
    const opened = await openVectorFile(file, `${file}.json`);
    expect(await readRows(opened)).toEqual(vectors);
    return vectorHash(opened);
  };

  it('is that of earlier versions, which records hold', async () => {
    // sha256(sha256('["a","b"]') + sha256(bytes of 1, 2, 3, 4 as 32-bit floats)), by Python's hashlib.
    expect(await hashOf(Float32Array.of(1, 2, 3, 4), ['a', 'b'])).toBe(
      'e415819579ad91c28f9d609f262a465a04e4b6347e0344e6d9fb60b9d7615148',
    );
  });

  it('is another for other numbers and other ids', async () => {
    const hashes = await Promise.all([
      hashOf(Float32Array.of(1, 2, 3, 4), ['a', 'b']),
      hashOf(Float32Array.of(1, 2, 3, 5), ['a', 'b']),
      hashOf(Float32Array.of(1, 2, 3, 4), ['a', 'c']),
    ]);
    expect(new Set(hashes).size).toBe(3);
  });
});
