import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Items } from '../../core/index.js';
import { itemStore, temporaryItems } from './item-store.js';

const folder = () => mkdtemp(join(tmpdir(), 'r2med-items-'));
const SETTING = { model: 'm', role: 'document' };

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const put = (items: Items, ...texts: string[]) =>
  items.append(texts.map((text) => ({ key: items.keyOf(text), bytes: bytesOf(`made of ${text}`) })));
const have = async (items: Items, ...texts: string[]): Promise<Record<string, string>> => {
  const found: [string, string][] = [];
  const names = new Map(texts.map((text) => [items.keyOf(text), text]));
  await items.read(names.keys(), (key, bytes) =>
    found.push([names.get(key)!, Buffer.from(bytes).toString()]),
  );
  return Object.fromEntries(found);
};
const made = (...texts: string[]) => Object.fromEntries(texts.map((text) => [text, `made of ${text}`]));

/** A store as another process would open it: nothing shared but the folder. */
const opened = (root: string, notes: string[] = []) => itemStore(root, (line) => notes.push(line))(SETTING);
const segments = async (root: string) =>
  (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.items')).sort();
const onlySegment = async (root: string) => join(root, (await segments(root))[0]!);
/** Changes who has the segments, as their leases say. */
const changeOwners = async (root: string, changes: object) => {
  for (const name of (await readdir(root, { recursive: true })).filter((each) => each.endsWith('lease.json')))
    await writeFile(
      join(root, name),
      JSON.stringify({ ...JSON.parse(await readFile(join(root, name), 'utf8')), ...changes }),
    );
};
const letOwnersEnd = (root: string) =>
  changeOwners(root, { process: spawnSync(process.execPath, ['-e', '']).pid });

describe('item store', () => {
  it('gives back what was appended, now and when it is opened next', async () => {
    const root = await folder();
    const items = await opened(root);
    await put(items, 'a', 'b');
    await put(items, 'c');
    expect(await have(items, 'b', 'c', 'x')).toEqual(made('b', 'c'));
    expect(await have(await opened(root), 'a', 'b', 'c', 'x')).toEqual(made('a', 'b', 'c'));
  });

  it('separates settings, whatever the order of their fields', async () => {
    const open = itemStore(await folder(), () => {});
    await put(await open({ a: 1, b: 2 }), 'text');
    expect(await have(await open({ b: 2, a: 1 }), 'text')).toEqual(made('text'));
    expect(await have(await open({ a: 1, b: 3 }), 'text')).toEqual({});
  });

  it('says in its folder what its items were made under', async () => {
    const root = await folder();
    await put(await opened(root), 'a');
    const [name] = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('setting.json'));
    expect(JSON.parse(await readFile(join(root, name!), 'utf8'))).toEqual(SETTING);
  });

  it('holds empty items and items longer than its reading buffer', async () => {
    const root = await folder();
    const items = await opened(root);
    const long = new Uint8Array(3_000_000).map((_, i) => i % 251);
    await items.append([
      { key: items.keyOf('empty'), bytes: new Uint8Array() },
      { key: items.keyOf('long'), bytes: long },
    ]);
    await put(items, 'after');
    const again = await opened(root);
    const lengths: number[] = [];
    await again.read([again.keyOf('long'), again.keyOf('empty')], (_key, bytes) => {
      lengths.push(bytes.length);
      if (bytes.length > 0) expect(Buffer.compare(bytes, long)).toBe(0);
    });
    expect(lengths).toEqual([0, 3_000_000]);
    expect(await have(again, 'after')).toEqual(made('after'));
  });

  it('drops a tail that was cut while being written, wherever the cut is, and writes on after the last whole item', async () => {
    const root = await folder();
    await put(await opened(root), 'first', 'second');
    const whole = await readFile(await onlySegment(root));
    const record = whole.length / 2 - 0.5;
    for (let kept = Math.ceil(record); kept < whole.length; kept += 7) {
      await letOwnersEnd(root);
      await writeFile(await onlySegment(root), whole.subarray(0, kept));
      const items = await opened(root);
      const first = await have(items, 'first', 'second');
      expect(first).toEqual(made('first'));
      await put(items, 'third');
      expect(await have(await opened(root), 'first', 'second', 'third')).toEqual(made('first', 'third'));
      expect(await segments(root)).toHaveLength(1);
    }
  });

  it('takes any damage for absence, never for an answer', async () => {
    const root = await folder();
    await put(await opened(root), 'one', 'two', 'three');
    const file = await onlySegment(root);
    const whole = await readFile(file);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 })), { maxLength: 4 }),
        fc.uint8Array({ maxLength: 60 }),
        async (flips, rubbish) => {
          const damaged = Buffer.from(whole);
          for (const [at, bits] of flips) damaged[at]! ^= bits;
          await writeFile(file, Buffer.concat([damaged, rubbish]));
          const found = await have(await opened(root), 'one', 'two', 'three');
          expect(made('one', 'two', 'three')).toMatchObject(found);
          const hit = new Set(flips.map(([at]) => at));
          if (hit.size === 0) expect(Object.keys(found)).toHaveLength(3);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finds the items after a damaged one, be its head or its content damaged, and says what it lost', async () => {
    const root = await folder();
    await put(await opened(root), 'one', 'two', 'three');
    const file = await onlySegment(root);
    const whole = await readFile(file);
    const notes: string[] = [];
    const content = whole.indexOf('made of two');
    await writeFile(file, whole.with(content, 0x21));
    expect(await have(await opened(root, notes), 'one', 'two', 'three')).toEqual(made('one', 'three'));
    expect(notes.join()).toMatch(/1 items in .* are damaged; making them again/);
    await writeFile(file, whole.with(content - 20, 0x21));
    expect(await have(await opened(root), 'one', 'two', 'three')).toEqual(made('one', 'three'));
  });

  it('serves an item made again after damage', async () => {
    const root = await folder();
    await put(await opened(root), 'one', 'two');
    const file = await onlySegment(root);
    const whole = await readFile(file);
    await writeFile(file, whole.with(whole.length - 1, 0x21));
    const items = await opened(root);
    expect(await have(items, 'two')).toEqual({});
    await put(items, 'two');
    expect(await have(await opened(root), 'one', 'two')).toEqual(made('one', 'two'));
  });

  it('does not hand over what was damaged after it was opened', async () => {
    const root = await folder();
    const items = await opened(root);
    await put(items, 'one', 'two');
    const file = await onlySegment(root);
    await truncate(file, (await stat(file)).size - 1);
    expect(await have(items, 'one', 'two')).toEqual(made('one'));
  });
});

describe('processes that share an item store', () => {
  it('write into files of their own', async () => {
    const root = await folder();
    const [a, b] = [await opened(root), await opened(root)];
    await Promise.all([put(a, 'a1', 'a2'), put(b, 'b1'), put(a, 'a3'), put(b, 'b2', 'b3')]);
    expect(await segments(root)).toHaveLength(2);
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'];
    expect(await have(await opened(root), ...all)).toEqual(made(...all));
  });

  it('leave the file of a running one alone, torn as it may look', async () => {
    const root = await folder();
    await put(await opened(root), 'a');
    const file = await onlySegment(root);
    await appendFile(file, 'in flight');
    await put(await opened(root), 'b');
    expect((await readFile(file)).toString()).toContain('in flight');
    expect(await segments(root)).toHaveLength(2);
  });

  it.each([
    ['another machine', { machine: 'another' }],
    ['another container or boot', { processTable: 'another' }],
  ])('leave the file of %s alone, whose process ids say nothing here', async (_, elsewhere) => {
    const root = await folder();
    await put(await opened(root), 'a');
    await letOwnersEnd(root);
    await changeOwners(root, elsewhere);
    await put(await opened(root), 'b');
    expect(await segments(root)).toHaveLength(2);
  });

  it('take over the file of one that has ended', async () => {
    const root = await folder();
    await put(await opened(root), 'a');
    await letOwnersEnd(root);
    const reader = await opened(root);
    await put(await opened(root), 'b');
    expect(await segments(root)).toHaveLength(1);
    expect(await have(reader, 'a', 'b')).toEqual(made('a', 'b'));
  });

  it('write elsewhere once another has taken over their file', async () => {
    const root = await folder();
    const stalled = await opened(root);
    await put(stalled, 'a');
    await letOwnersEnd(root);
    const heir = await opened(root);
    await put(heir, 'b');
    await put(stalled, 'c');
    expect(await segments(root)).toHaveLength(2);
    for (const items of [stalled, heir, await opened(root)])
      expect(await have(items, 'a', 'b', 'c')).toEqual(made('a', 'b', 'c'));
  });

  it('read what an earlier version stored, and write elsewhere', async () => {
    const root = await folder();
    await put(await opened(root), 'a');
    await letOwnersEnd(root);
    const file = await onlySegment(root);
    await rename(file, file.replace('.items', '~host~1.items'));
    const items = await opened(root);
    await put(items, 'b');
    expect(await segments(root)).toHaveLength(2);
    expect(await have(items, 'a', 'b')).toEqual(made('a', 'b'));
  });

  it('do not cut off what its owner wrote after it was scanned', async () => {
    const root = await folder();
    const owner = await opened(root);
    await put(owner, 'a');
    const heir = await opened(root);
    await put(owner, 'b');
    await letOwnersEnd(root);
    await put(heir, 'c');
    expect(await segments(root)).toHaveLength(1);
    expect(await have(await opened(root), 'a', 'b', 'c')).toEqual(made('a', 'b', 'c'));
    expect(await have(heir, 'a', 'b', 'c')).toEqual(made('a', 'b', 'c'));
  });
});

describe('what a killed process leaves in an item store', () => {
  const signal = new AbortController().signal;
  const leases = async (root: string) =>
    (await readdir(root, { recursive: true })).filter((name) => name.endsWith('lease.json'));

  it('is removed by the next one that stores something, and what a living one claims is not', async () => {
    const root = await folder();
    for (const name of ['a', 'b']) await put(await opened(root), name);
    const killed = await opened(root);
    await killed.claim(killed.keyOf('x'), 'a call', signal);
    await letOwnersEnd(root);
    expect(await leases(root)).toHaveLength(3);
    const living = await opened(root);
    const release = await living.claim(living.keyOf('y'), 'a call', signal);
    const next = await opened(root);
    await put(next, 'c');
    // The segment that it took over, and the claim.
    expect(await leases(root)).toHaveLength(2);
    release();
    expect(await leases(root)).toEqual([expect.stringMatching(/\.owner.lease\.json$/)]);
    expect((await readdir(root, { recursive: true })).filter((name) => name.includes('claims'))).toEqual([]);
    expect(await have(next, 'a', 'b', 'c')).toEqual(made('a', 'b', 'c'));
  });
});

describe('item store without storage', () => {
  it('that cannot be written says so once and works as if empty', async () => {
    const file = join(await folder(), 'file');
    await writeFile(file, '');
    const notes: string[] = [];
    const items = await opened(join(file, 'below-a-file'), notes);
    await put(items, 'a');
    await put(items, 'b');
    expect(await have(items, 'a', 'b')).toEqual({});
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('cannot be written');
  });

  it('that is paid for ends the work before it is made, and when it cannot be stored', async () => {
    const file = join(await folder(), 'file');
    await writeFile(file, '');
    const items = await itemStore(join(file, 'below-a-file'), () => {})(SETTING, true);
    const signal = new AbortController().signal;
    for (const attempt of [() => items.claim(items.keyOf('a'), 'a call', signal), () => put(items, 'a')])
      await expect(attempt()).rejects.toThrow(/cannot write|part of this path.*Fix: make room/s);
  });

  it('stores items until the process ends when nothing is to last', async () => {
    const open = temporaryItems(() => {});
    await put(await open(SETTING), 'a');
    expect(await have(await open(SETTING), 'a')).toEqual(made('a'));
    expect(await have(await temporaryItems(() => {})(SETTING), 'a')).toEqual({});
  });
});
