import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords } from '../../../../test/support/count-words.js';
import { type CacheEntry, docId } from '../../../core/index.js';
import { indexBuilder } from './index-builder.js';
import { DamagedIndex, indexBytes, openStored } from './stored-index.js';
import type { TermIndex } from './term-index.js';

const indexOf = (documents: readonly { id: string; text: string }[]): TermIndex => {
  const builder = indexBuilder();
  const count = countWords();
  builder.add(
    0,
    documents.map(({ id }) => docId(id)),
    count(documents.map(({ text }) => text)),
  );
  return builder.finish();
};

const bytesOf = (index: TermIndex): Uint8Array => Buffer.concat([...indexBytes(index)]);

/** A cache entry that notes what is read of it. */
const entryOf = (bytes: Uint8Array, read: [offset: number, length: number][] = []): CacheEntry => ({
  size: bytes.length,
  read: (offset, length) => {
    read.push([offset, length]);
    return offset + length <= bytes.length ? bytes.slice(offset, offset + length) : undefined;
  },
});
const reopened = (index: TermIndex) => openStored(entryOf(new Uint8Array(bytesOf(index))))!;

/** All that an index says. */
const contents = (index: TermIndex) => ({
  ids: Array.from(index.lengths, (_, row) => index.ids.at(row)),
  numbers: index.ids.numbers && [...index.ids.numbers],
  lengths: [...index.lengths],
  terms: Array.from({ length: index.terms.size }, (_, term) => index.terms.at(term)),
  starts: [...index.starts],
  bytes: index.bytes,
  postings: Array.from({ length: index.terms.size }, (_, term) => index.postings(term)),
  all: index.allPostings(),
});

const SMALL = indexOf([
  { id: 'a', text: 'fever and gout and gout' },
  { id: 'b', text: '' },
  { id: 'a', text: 'gout' },
]);

describe('a stored index', () => {
  it('comes back as it was, whatever its words and ids', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 12 });
    const documents = fc.array(fc.record({ id: anyText, text: anyText }), { maxLength: 6 });
    fc.assert(
      fc.property(documents, (rows) => {
        const index = indexOf(rows);
        expect(contents(reopened(index))).toEqual(contents(index));
      }),
    );
  });

  it('keeps lone surrogates in ids and terms', () => {
    const index = indexOf([{ id: '\ud800', text: 'x\udfff fever' }]);
    expect(contents(reopened(index))).toEqual(contents(index));
  });

  it.each([300, 70_000])('keeps a frequency of %i', (times) => {
    const index = indexOf([{ id: 'echo', text: 'fever '.repeat(times) }]);
    expect([...reopened(index).postings(0).frequencies]).toEqual([times]);
  });

  it('is opened without its postings, and read by term', () => {
    const rows = Array.from({ length: 2000 }, (_, row) => ({ id: `d${row}`, text: 'fever gout cough' }));
    const bytes = new Uint8Array(bytesOf(indexOf(rows)));
    const read: [number, number][] = [];
    const index = openStored(entryOf(bytes, read), { readWhole: 0 })!;
    const postingsAt = bytes.length - 5 * 6000;
    expect(read.every(([offset, length]) => offset + length <= postingsAt)).toBe(true);
    read.length = 0;
    expect(index.postings(index.terms.numberOf('gout')).rows).toHaveLength(2000);
    expect(read.reduce((sum, [, length]) => sum + length, 0)).toBe(5 * 2000);
  });

  it('is read whole with the first postings if it is small, and once', () => {
    const bytes = new Uint8Array(bytesOf(indexOf([{ id: 'a', text: 'fever gout fever' }])));
    const read: [number, number][] = [];
    const index = openStored(entryOf(bytes, read))!;
    read.length = 0;
    expect([...index.postings(0).frequencies, ...index.postings(1).frequencies]).toEqual([2, 1]);
    expect(read.map(([, length]) => length)).toEqual([4 * 2, 1 * 2]);
  });

  it('whose postings cannot be read says so', () => {
    const bytes = new Uint8Array(bytesOf(SMALL));
    const index = openStored({
      size: bytes.length,
      read: (offset, length) =>
        offset + length > bytes.length - 8 ? undefined : bytes.slice(offset, offset + length),
    })!;
    expect(() => index.allPostings()).toThrow(DamagedIndex);
  });

  it('is refused when cut off or with something added', () => {
    const bytes = new Uint8Array(bytesOf(SMALL));
    for (let length = 0; length < bytes.length; length++)
      expect(openStored(entryOf(bytes.slice(0, length)))).toBeUndefined();
    expect(openStored(entryOf(Uint8Array.of(...bytes, 0, 0, 0, 0)))).toBeUndefined();
  });

  it('is refused when it is something else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(openStored(entryOf(bytes))).toBeUndefined();
      }),
    );
  });
});
