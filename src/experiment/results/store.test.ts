import { chmodSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { docId, queryId } from '../../core/index.js';
import type { Result } from '../record/index.js';
import { DamagedResult } from './inspect.js';
import { fileSafe, readResult, readResults, resultFolder, writeResult } from './store.js';

const result: Result = {
  record: {
    version: 2,
    system: 'bm25',
    name: 'bm25',
    spec: { k1: 0.9 },
    fingerprint: 'f',
    task: {
      name: 'Biology',
      suite: 'sample',
      revision: 'r',
      contentHash: 'h',
      queries: 1,
      documents: 2,
      uniqueDocuments: 2,
      judgements: 1,
      notes: [],
    },
    evaluation: {
      ties: 'id-descending',
      missing: 'zero',
      judgedQueries: 1,
      missingQueries: 0,
      unjudgedQueries: 0,
    },
    scores: { 'nDCG@10': 1 / 3 },
    intervals: { 'nDCG@10': [0.1, 0.5] },
    cost: { tokensIn: 0, tokensOut: 0, usd: 0 },
    timings: { open: 0.1, search: 0.2, evaluate: 0 },
    facts: {},
    provenance: {
      tool: 'r2med',
      at: '2026-01-01T00:00:00.000Z',
      node: 'v20',
      platform: 'linux-x64',
      cores: 2,
    },
  },
  queries: [{ id: 'q', scores: { 'nDCG@10': 1 / 3 }, ranks: { a: 1, b: null }, hits: 1 }],
};
const run = new Map([[queryId('q'), [{ docId: docId('a'), score: 1 }]]]);

describe('the store', () => {
  it('gives back what was written, unrounded', async () => {
    const folder = resultFolder(writtenFolder(), 'bm25', 'Biology');
    await writeResult(folder, result, run);
    expect(await readResult(folder)).toMatchObject({ ...result, folder });
    expect(readdirSync(folder).sort()).toEqual(['queries.jsonl', 'record.json', 'run.trec']);
  });

  it('finds every result below a folder, and nothing in an empty one', async () => {
    const out = writtenFolder();
    expect(await readResults(out)).toEqual([]);
    for (const system of ['bm25', 'lsa'])
      await writeResult(resultFolder(out, system, 'Biology'), result, run);
    expect(await readResults(out)).toHaveLength(2);
  });

  it('a folder without a record is no result, even with other files in it', async () => {
    const out = writtenFolder({ 'bm25/Biology/run.trec': 'q Q0 a 1 1 bm25\n' });
    expect(await readResult(join(out, 'bm25', 'Biology'))).toBeUndefined();
    expect(await readResults(out)).toEqual([]);
  });

  it.each([
    ['{', 'not JSON'],
    ['{"version": 2}', 'not a record of a result'],
    ['null', 'not a record of a result'],
    ['{"version": 1}', 'record version 1, written before results were sealed; expected version 2'],
    ['{"version": 3}', 'record version 3, written by a later r2med'],
  ])('a record that reads %s is an error that names file and fix', async (text, found) => {
    const folder = join(writtenFolder({ 'bm25/Biology/record.json': text }), 'bm25', 'Biology');
    const error: unknown = await readResult(folder).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DamagedResult);
    expect(String(error)).toContain(`${join(folder, 'record.json')}: ${found}`);
    expect(String(error)).toMatch(/\n {2}Fix: .*--overwrite/);
  });

  it('writes over an earlier result whole, and leaves it alone when writing fails', async () => {
    const folder = resultFolder(writtenFolder(), 'bm25', 'Biology');
    await writeResult(folder, result, run);
    const kept = await readResult(folder);
    const unwritable = new Map([[queryId('q'), [{ docId: docId('a'), score: Number.NaN }]]]);
    await expect(writeResult(folder, result, unwritable)).rejects.toThrow('finite number');
    expect(await readResult(folder)).toEqual(kept);
    expect(readdirSync(folder)).toHaveLength(3);
    await writeResult(folder, { ...result, queries: [] }, run);
    expect((await readResult(folder))!.queries).toEqual([]);
  });

  it('a result that is replaced over and over is never taken for a damaged one', async () => {
    const folder = resultFolder(writtenFolder(), 'bm25', 'Biology');
    const other = { ...result, queries: [{ ...result.queries[0]!, hits: 7 }] };
    let writing = true;
    const writes = (async () => {
      for (let i = 0; i < 25; i++) await writeResult(folder, i % 2 ? other : result, run);
      writing = false;
    })();
    while (writing) await readResult(folder);
    await writes;
    expect(await readResult(folder)).toMatchObject(result);
  });

  it('a folder that cannot be looked into is an error, not an empty one', async () => {
    const out = writtenFolder();
    await writeResult(resultFolder(out, 'bm25', 'Biology'), result, run);
    symlinkSync('bm25', join(out, 'bm25', 'Biology', 'more'));
    expect(await readResults(out)).toHaveLength(1);
    if (process.getuid?.() === 0) return;
    chmodSync(join(out, 'bm25'), 0o000);
    try {
      await expect(readResults(out)).rejects.toThrow('cannot be read (EACCES)');
    } finally {
      chmodSync(join(out, 'bm25'), 0o755);
    }
  });
});

describe('the seal of a result', () => {
  const kept = async () => {
    const folder = resultFolder(writtenFolder(), 'bm25', 'Biology');
    const hits = Array.from({ length: 5 }, (_, i) => ({ docId: docId(`d${i}`), score: 9.25 - i / 3 }));
    await writeResult(folder, result, new Map([[queryId('q'), hits]]));
    return folder;
  };

  it.each(['run.trec', 'queries.jsonl'])('notices every changed byte of %s', async (name) => {
    const folder = await kept();
    const file = join(folder, name);
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at++) {
      writeFileSync(file, whole.with(at, whole[at]! ^ 1));
      await expect(readResult(folder)).rejects.toThrow(`${file}: changed after it was written`);
    }
    for (const other of [whole.subarray(0, -1), Buffer.concat([whole, Buffer.from('\n')]), Buffer.of()]) {
      writeFileSync(file, other);
      await expect(readResult(folder)).rejects.toThrow(DamagedResult);
    }
    rmSync(file);
    await expect(readResult(folder)).rejects.toThrow(`${file}: missing`);
  });

  it('notices every changed digit of the record', async () => {
    const folder = await kept();
    const file = join(folder, 'record.json');
    const text = readFileSync(file, 'utf8');
    const digits = [...text.matchAll(/\d/g)].map(({ index }) => index);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...digits), fc.integer({ min: 0, max: 9 }), async (at, digit) => {
        fc.pre(text[at] !== String(digit));
        const changed = text.slice(0, at) + digit + text.slice(at + 1);
        writeFileSync(file, changed);
        const found = await readResult(folder).catch((error: unknown) => error);
        // The last digits of a number may be beyond what a number can hold: then nothing was changed.
        if (isDeepStrictEqual(safely(changed), JSON.parse(text))) expect(found).toMatchObject({ folder });
        else expect(found).toBeInstanceOf(DamagedResult);
      }),
      { numRuns: 400 },
    );
  });

  it('notices every changed byte of the record that changes what it says', async () => {
    const folder = await kept();
    const file = join(folder, 'record.json');
    const whole = readFileSync(file);
    const said = JSON.parse(whole.toString());
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        fc.pre(whole[at] !== byte);
        const changed = whole.with(at, byte);
        writeFileSync(file, changed);
        const found = await readResult(folder).catch((error: unknown) => error);
        if (isDeepStrictEqual(safely(Buffer.from(changed).toString()), said)) return;
        expect(found).toBeInstanceOf(DamagedResult);
      }),
      { numRuns: 400 },
    );
  });

  it('does not mind other blanks in the record or another order of its fields', async () => {
    const folder = await kept();
    const file = join(folder, 'record.json');
    const fields = Object.entries(JSON.parse(readFileSync(file, 'utf8'))).reverse();
    writeFileSync(file, JSON.stringify(Object.fromEntries(fields)));
    expect(await readResult(folder)).toMatchObject({ folder });
  });

  it('a record that cannot be read is an error, not an absent one', async () => {
    const folder = await kept();
    rmSync(join(folder, 'record.json'));
    symlinkSync('record.json', join(folder, 'record.json'));
    await expect(readResult(folder)).rejects.toThrow('cannot be read (ELOOP)');
  });
});

const safely = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

describe('a name as part of a path', () => {
  it('stays as it is when it is harmless', () => {
    expect(fileSafe('MedXpertQA-Exam')).toBe('MedXpertQA-Exam');
    expect(fileSafe('Größe 2')).toBe('Größe 2');
  });

  it.each(['..', '.', '', 'a/b', 'a\\b', 'C:', 'con*', '\u0000', 'dot.', ' '])(
    '"%s" is made harmless',
    (name) => {
      const safe = fileSafe(name);
      expect(safe).not.toMatch(/[/\\:*\u0000]|^\.*$|[. ]$/);
    },
  );

  it('distinct names stay distinct', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => a === b || fileSafe(a) !== fileSafe(b)));
  });
});
