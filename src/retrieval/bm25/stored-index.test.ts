import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docId } from '../../core/index.js';
import { countTokens } from './count-tokens.js';
import { indexBuilder } from './index-builder.js';
import { indexBytes, indexFromBytes } from './stored-index.js';
import type { TermIndex } from './term-index.js';

const indexOf = (documents: readonly { id: string; text: string }[]): TermIndex => {
  const builder = indexBuilder();
  const count = countTokens((text) => text.split(' ').filter(Boolean));
  builder.add(
    0,
    documents.map(({ id }) => docId(id)),
    count(documents.map(({ text }) => text)),
  );
  return builder.finish();
};

const bytesOf = (index: TermIndex): Uint8Array => {
  const parts = indexBytes(index);
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

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
        expect(indexFromBytes(bytesOf(index))).toEqual(index);
      }),
    );
  });

  it('keeps lone surrogates in ids and terms', () => {
    const index = indexOf([{ id: '\ud800', text: 'x\udfff fever' }]);
    expect(indexFromBytes(bytesOf(index))).toEqual(index);
  });

  it.each([300, 70_000])('keeps a frequency of %i', (times) => {
    const index = indexOf([{ id: 'echo', text: 'fever '.repeat(times) }]);
    expect([...indexFromBytes(bytesOf(index))!.frequencies]).toEqual([times]);
  });

  it('can be read from any offset of a larger buffer', () => {
    const bytes = bytesOf(SMALL);
    const buffer = new Uint8Array(bytes.length + 3);
    buffer.set(bytes, 3);
    expect(indexFromBytes(buffer.subarray(3))).toEqual(SMALL);
    expect(indexFromBytes(Buffer.from(buffer.buffer, 3))).toEqual(SMALL);
  });

  it('is refused when any byte of it has changed', () => {
    const bytes = bytesOf(SMALL);
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice();
      damaged[at]! ^= 1 << (at % 8);
      expect(indexFromBytes(damaged)).toBeUndefined();
    }
  });

  it('is refused when cut off or with something added', () => {
    const bytes = bytesOf(SMALL);
    for (let length = 0; length < bytes.length; length++)
      expect(indexFromBytes(bytes.slice(0, length))).toBeUndefined();
    expect(indexFromBytes(Uint8Array.of(...bytes, 0, 0, 0, 0))).toBeUndefined();
  });

  it('is refused when it is something else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(indexFromBytes(bytes)).toBeUndefined();
      }),
    );
  });
});
