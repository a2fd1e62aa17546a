import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineSplitter } from './line-splitter.js';

const split = (chunks: readonly Uint8Array[], longest = 1000) => {
  const lines: string[] = [];
  const heads: string[] = [];
  const frames: Buffer[] = [];
  const splitter = lineSplitter(
    longest,
    (line) => {
      lines.push(line);
      const room = new Uint8Array(Number(/^bytes (\d+)/.exec(line)?.[1] ?? 0));
      return room.length > 0 ? { room, filled: () => frames.push(Buffer.from(room)) } : undefined;
    },
    (head) => heads.push(head),
  );
  for (const chunk of chunks) splitter.push(Buffer.from(chunk));
  splitter.end();
  return { lines, heads, frames };
};

/** Bytes cut at any places. */
const chunked = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, i) => bytes.subarray(places[i], end));
};

describe('lines of a stream', () => {
  it('are the same however the bytes are cut, inside a character too', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }).filter((line) => !line.includes('\n'))),
        fc.array(fc.nat()),
        (lines, cuts) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          expect(split(chunked(bytes, cuts)).lines).toEqual(
            lines.map((line) => Buffer.from(line).toString()),
          );
        },
      ),
    );
  });

  it('may announce bytes, which are no lines however they are cut and whatever is in them', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1 })), fc.array(fc.nat()), (payloads, cuts) => {
        const bytes = Buffer.concat(
          payloads.flatMap((payload) => [Buffer.from(`bytes ${payload.length}\n`), payload]),
        );
        const { lines, frames } = split(chunked(bytes, cuts));
        expect(frames).toEqual(payloads.map((payload) => Buffer.from(payload)));
        expect(lines).toEqual(payloads.map(({ length }) => `bytes ${length}`));
      }),
    );
  });

  it('that are empty are left out, and the last one needs no newline', () => {
    expect(split([Buffer.from('\n\na\n\nb')]).lines).toEqual(['a', 'b']);
  });

  it('longer than the limit are passed over, told once, and the next line is read', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 11, max: 2000 }), (cuts, length) => {
        const bytes = Buffer.from(`short\n{"id":9${'x'.repeat(length)}\n0123456789\n${'y'.repeat(length)}`);
        const { lines, heads } = split(chunked(bytes, cuts), 10);
        expect(lines).toEqual(['short', '0123456789']);
        expect(heads.map((head) => head.slice(0, 7))).toEqual(['{"id":9', 'yyyyyyy']);
        expect(heads.every((head) => head.length <= 256)).toBe(true);
      }),
    );
  });
});
