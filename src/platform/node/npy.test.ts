import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { readNpy, writeNpy } from './npy.js';
import { readVectorFile, writeVectorFile } from './vector-file.js';

const golden = (name: string) =>
  fileURLToPath(new URL(`../../../test/golden/numpy/${name}`, import.meta.url));
const summary = JSON.parse(await readFile(golden('npy.json'), 'utf8'));
const folder = () => mkdtemp(join(tmpdir(), 'r2med-npy-'));
const problemOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof InputError)) throw new Error('no InputError', { cause: error });
  return error.details;
};

describe('numpy files', () => {
  it.each(['f4', 'version-2', 'version-3'])('%s.npy are read', async (name) => {
    const { rows, columns, data } = await readNpy(golden(`${name}.npy`));
    expect([rows, columns]).toEqual([2, 3]);
    expect([...data]).toEqual(summary.f4);
  });

  it('of 64-bit floats are read, rounded to 32 bits', async () => {
    expect([...(await readNpy(golden('f8.npy'))).data]).toEqual(summary.f4);
  });

  it('of 16-bit floats are read', async () => {
    expect([...(await readNpy(golden('f2.npy'))).data]).toEqual(summary.f2);
  });

  it('of every 16-bit float are read as numpy reads them', async () => {
    const file = join(await folder(), 'every.npy');
    const header = (await readFile(golden('f2.npy'))).subarray(0, 128).toString('latin1');
    const numbers = Buffer.from(Uint16Array.from({ length: 65_536 }, (_, i) => i).buffer);
    const start = Buffer.from(header.replace('(2, 3), }    ', '(1, 65536), }'), 'latin1');
    await writeFile(file, Buffer.concat([start, numbers]));
    const { data } = await readNpy(file);
    const finite = data.map((value) => (Number.isFinite(value) ? value : 0));
    expect({
      finite: data.filter(Number.isFinite).length,
      nan: data.filter(Number.isNaN).length,
      sum_of_magnitudes: finite.reduce((sum, value) => sum + Math.abs(value), 0),
      weighted: finite.reduce((sum, value, i) => sum + value * i, 0),
    }).toEqual({
      ...summary.f2_every,
      sum_of_magnitudes: expect.closeTo(summary.f2_every.sum_of_magnitudes, 3),
      weighted: expect.closeTo(summary.f2_every.weighted, 0),
    });
  });

  it('without rows are read', async () => {
    expect(await readNpy(golden('empty.npy'))).toMatchObject({ rows: 0, columns: 3 });
  });

  it("are written as numpy's save writes them, byte for byte", async () => {
    const file = join(await folder(), 'made.npy');
    for (const name of ['f4.npy', 'corpus.npy', 'empty.npy']) {
      await writeNpy(file, await readNpy(golden(name)));
      expect(await readFile(file)).toEqual(await readFile(golden(name)));
    }
  });

  it('give back any matrix that was written', async () => {
    const file = join(await folder(), 'any.npy');
    await fc.assert(
      fc.asyncProperty(fc.nat(5), fc.array(fc.float(), { maxLength: 40 }), async (columns, numbers) => {
        const rows = columns === 0 ? 0 : Math.floor(numbers.length / columns);
        const data = Float32Array.from(numbers.slice(0, rows * columns));
        await writeNpy(file, { rows, columns, data });
        expect(await readNpy(file)).toEqual({ rows, columns, data });
      }),
      { numRuns: 30 },
    );
  });

  it('larger than what is read at once come whole', async () => {
    const file = join(await folder(), 'large.npy');
    const data = Float32Array.from({ length: 700_001 }, (_, i) => i * 0.37);
    await writeNpy(file, { rows: 700_001, columns: 1, data });
    expect(Buffer.compare(Buffer.from((await readNpy(file)).data.buffer), Buffer.from(data.buffer))).toBe(0);
  });
});

describe('numpy files that cannot be used', () => {
  it.each([
    ['big-endian', 'numbers of type >f4', "array.astype('<f4')"],
    ['integers', 'numbers of type <i8', "array.astype('<f4')"],
    ['records', 'an array of records', "array.astype('<f4')"],
    ['fortran', 'columns one after the other', 'numpy.ascontiguousarray(array)'],
    ['one-dimension', 'an array of shape (6,)', undefined],
  ])('%s.npy say why', async (name, found, fix) => {
    const file = golden(`${name}.npy`);
    expect(await problemOf(readNpy(file))).toMatchObject({ at: { file }, found, ...(fix && { fix }) });
  });

  it('say when they were cut, or are none', async () => {
    const file = join(await folder(), 'cut.npy');
    const whole = await readFile(golden('f4.npy'));
    await writeFile(file, whole.subarray(0, -3));
    expect(await problemOf(readNpy(file))).toMatchObject({
      found: '21 bytes of numbers',
      expected: '24 for 2 × 3 <f4',
    });
    await writeFile(file, whole.subarray(0, 50));
    expect(await problemOf(readNpy(file))).toMatchObject({
      found: '50 bytes, and the header alone has 128',
      expected: 'a whole file',
    });
    await writeFile(file, 'id\ttext\n');
    expect(await problemOf(readNpy(file))).toMatchObject({ found: 'no numpy file' });
    await writeFile(file, whole.with(6, 9));
    expect(await problemOf(readNpy(file))).toMatchObject({ found: 'version 9 of the format' });
    expect(await problemOf(readNpy(join(file, 'none')))).toMatchObject({ at: {} });
    expect(await problemOf(readNpy(join(await folder(), 'none')))).toMatchObject({ found: 'no such file' });
  });

  it('never fail but by an InputError, whatever their header says', async () => {
    const file = join(await folder(), 'fuzz.npy');
    const whole = await readFile(golden('f4.npy'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(127), fc.nat(255)), { maxLength: 6 }), async (changes) => {
        const changed = Buffer.from(whole);
        for (const [at, byte] of changes) changed[at] = byte;
        await writeFile(file, changed);
        const result = await readNpy(file).catch((error: unknown) => error);
        if (result instanceof Error) expect(result).toBeInstanceOf(InputError);
      }),
      { numRuns: 200 },
    );
  });
});

describe('vectors with ids', () => {
  const vectors = { rows: 2, columns: 3, data: Float32Array.of(1, 2, 3, 4, 5, 6), ids: ['a', 'ß'] };

  it('come back as they were written', async () => {
    const root = await folder();
    await writeVectorFile(join(root, 'v.npy'), join(root, 'ids.json'), vectors);
    expect(await readVectorFile(join(root, 'v.npy'), join(root, 'ids.json'))).toEqual(vectors);
  });

  it('need as many ids as vectors, and strings', async () => {
    const ids = join(await folder(), 'ids.json');
    const read = async (text: string) => {
      await writeFile(ids, text);
      return problemOf(readVectorFile(golden('f4.npy'), ids));
    };
    expect(await read('["a"]')).toMatchObject({
      found: '2 vectors',
      expected: expect.stringContaining('1, as many'),
    });
    expect(await read('["a", 7]')).toMatchObject({ found: '7 as id number 2' });
    expect(await read('{"a": 0}')).toMatchObject({ found: 'object instead of an array' });
    expect(await read('[')).toMatchObject({ found: 'text that is not JSON' });
    expect(await read('["a", "a"]')).toMatchObject({
      at: { file: ids },
      found: '"a" a second time, as id number 2',
    });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuse %s', async (odd) => {
    const [npy, ids] = [join(await folder(), 'v.npy'), join(await folder(), 'ids.json')];
    await writeVectorFile(npy, ids, { ...vectors, data: Float32Array.of(1, 2, 3, 4, odd, 6) });
    expect(await problemOf(readVectorFile(npy, ids))).toMatchObject({
      at: { file: npy },
      found: `${odd} in row 1 ("ß"), counted from 0`,
      fix: expect.stringContaining('make this vector again'),
    });
  });

  it('come back whatever they are, or are refused with the file that is wrong', async () => {
    const root = await folder();
    const [npy, ids] = [join(root, 'v.npy'), join(root, 'ids.json')];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string(), { maxLength: 6 }),
        fc.array(fc.float()),
        async (names, numbers) => {
          const columns = 2;
          const rows = names.length;
          const data = Float32Array.from({ length: rows * columns }, (_, i) => numbers[i] ?? 0);
          await writeVectorFile(npy, ids, { rows, columns, data, ids: names });
          const sound = new Set(names).size === rows && data.every(Number.isFinite);
          if (sound) expect(await readVectorFile(npy, ids)).toEqual({ rows, columns, data, ids: names });
          else expect([npy, ids]).toContain((await problemOf(readVectorFile(npy, ids))).at?.file);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('fail by an InputError alone, whatever the ids are', async () => {
    const ids = join(await folder(), 'ids.json');
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        await writeFile(ids, text);
        const result = await readVectorFile(golden('f4.npy'), ids).catch((error: unknown) => error);
        if (result instanceof Error) expect(result).toBeInstanceOf(InputError);
      }),
      { numRuns: 100 },
    );
  });
});
