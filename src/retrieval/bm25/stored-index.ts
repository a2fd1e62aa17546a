import { type DocId, docId } from '../../core/index.js';
import { type Counts, countsFor, type TermIndex } from './term-index.js';

/** Goes up with every change of the layout below, so that older entries are not found. */
export const INDEX_FORMAT = 1;

/** "R2BM", read as a little-endian word; on a machine of the other order it does not match and the index is rebuilt. */
const MAGIC = 0x4d423252;
const HEADER_WORDS = 8;

/** An index as bytes: a header, then lengths, starts, rows, frequencies, ids and terms, each filled up to whole words. */
export const indexBytes = (index: TermIndex): Uint8Array[] => {
  const { ids, lengths, termIds, starts, rows, frequencies } = index;
  const idBytes = jsonBytes(ids);
  const termBytes = jsonBytes([...termIds.keys()]);
  const sections = [lengths, starts, rows, frequencies, idBytes, termBytes].map(wholeWords);
  const counts = [ids.length, termIds.size, rows.length, frequencies.BYTES_PER_ELEMENT];
  const header = Uint32Array.of(MAGIC, ...counts, idBytes.length, termBytes.length);
  const sum = Uint32Array.of([header, ...sections].reduce(checksum, FNV_BASIS));
  return [header, sum, ...sections].map(
    (part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
  );
};

/** The index in bytes that `indexBytes` made; nothing if they are damaged, cut off or something else. */
export const indexFromBytes = (bytes: Uint8Array): TermIndex | undefined => {
  // Not `slice`, which for Node's Buffer is another view of the same bytes.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  if (aligned.length % 4 !== 0 || aligned.length < HEADER_WORDS * 4) return undefined;
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
  const [magic, documents, terms, postings, width, idLength, termLength, sum] = words as unknown as Header;
  if (magic !== MAGIC || ![1, 2, 4].includes(width)) return undefined;
  const sizes = [documents * 4, terms * 4 + 4, postings * 4, postings * width, idLength, termLength];
  const needed = sizes.reduce((total, size) => total + wordsFor(size), HEADER_WORDS);
  if (words.length !== needed) return undefined;
  const summed = [words.subarray(0, HEADER_WORDS - 1), words.subarray(HEADER_WORDS)];
  if (summed.reduce(checksum, FNV_BASIS) !== sum) return undefined;

  let at = HEADER_WORDS;
  const [lengths, starts, rows, frequencies, ids, termWords] = sizes.map((size) => {
    const section = words.subarray(at, at + wordsFor(size));
    at += section.length;
    return section;
  }) as [Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  return {
    ids: (jsonValue(ids, idLength) as string[]).map((id): DocId => docId(id)),
    lengths,
    termIds: new Map((jsonValue(termWords, termLength) as string[]).map((word, term) => [word, term])),
    starts,
    rows,
    frequencies: countsAt(frequencies, postings, width),
  };
};

type Header = [number, number, number, number, number, number, number, number];

const wordsFor = (bytes: number): number => Math.ceil(bytes / 4);

/** JSON keeps strings whole that UTF-8 alone cannot: a lone surrogate comes out as an escape. */
const jsonBytes = (strings: readonly string[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(strings));

const jsonValue = (words: Uint32Array, length: number): unknown =>
  JSON.parse(new TextDecoder().decode(new Uint8Array(words.buffer, words.byteOffset, length)));

const countsAt = (words: Uint32Array, length: number, width: number): Counts => {
  const kind = countsFor(0, 2 ** (8 * width) - 1).constructor as new (
    buffer: ArrayBufferLike,
    offset: number,
    length: number,
  ) => Counts;
  return new kind(words.buffer, words.byteOffset, length);
};

/** The section itself where it ends on a word, else a copy that does. */
const wholeWords = (section: Uint8Array | Uint16Array | Uint32Array): Uint32Array => {
  if (section.byteOffset % 4 === 0 && section.byteLength % 4 === 0)
    return new Uint32Array(section.buffer, section.byteOffset, section.byteLength / 4);
  const words = new Uint32Array(wordsFor(section.byteLength));
  new Uint8Array(words.buffer).set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength));
  return words;
};

const FNV_BASIS = 0x811c9dc5;

/** FNV-1a over words, as unsigned: every change of a single word shows. */
const checksum = (before: number, words: Uint32Array): number => {
  let hash = before;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i]!, 0x01000193);
  return hash >>> 0;
};
