import { type CacheEntry, once, WorkError } from '../../../core/index.js';
import { type StringTable, stringTable } from './string-table.js';
import { type Counts, countsFor, heldIndex, rowIds, type TermIndex } from './term-index.js';

/** Goes up with every change of the layout below, so that older entries are not found. */
export const INDEX_FORMAT = 2;

/** "R2BM", read as a little-endian word; on a machine of the other order it does not match and the index is rebuilt. */
const MAGIC = 0x4d423252;

/** What the header says, a word each: the sizes of all sections follow from it. `width`: bytes of a frequency. */
const HEADER = [
  'magic',
  'documents',
  'distinctIds',
  'idSlots',
  'idBytes',
  'terms',
  'termSlots',
  'termBytes',
  'postings',
  'width',
] as const;

type Header = Readonly<Record<(typeof HEADER)[number], number>>;

type Section = Uint8Array | Uint16Array | Uint32Array;

/**
 * An index as bytes: the header, then what every search needs, then the postings, of which a search needs few. Each section
 * is filled up to whole words. The cache has the checksums.
 */
export function* indexBytes(index: TermIndex): Generator<Uint8Array> {
  const { ids, lengths, terms, starts } = index;
  const { rows, frequencies } = index.allPostings();
  const idArrays = ids.distinct.arrays();
  const termArrays = terms.arrays();
  const header: Header = {
    magic: MAGIC,
    documents: ids.length,
    distinctIds: ids.distinct.size,
    idSlots: idArrays.slots.length,
    idBytes: idArrays.bytes.length,
    terms: terms.size,
    termSlots: termArrays.slots.length,
    termBytes: termArrays.bytes.length,
    postings: rows.length,
    width: frequencies.BYTES_PER_ELEMENT,
  };
  const sections: readonly Section[] = [
    Uint32Array.from(HEADER, (field) => header[field]),
    lengths,
    starts,
    ids.numbers ?? new Uint32Array(0),
    ...[idArrays, termArrays].flatMap(({ offsets, slots, bytes }) => [offsets, slots, bytes]),
    rows,
    frequencies,
  ];
  for (const { buffer, byteOffset, byteLength } of sections) {
    yield new Uint8Array(buffer, byteOffset, byteLength);
    if (byteLength % 4 > 0) yield new Uint8Array(4 - (byteLength % 4));
  }
}

/** A cached index that turned out to be damaged while it was searched. */
export class DamagedIndex extends WorkError {
  constructor() {
    super('the cached BM25 index is damaged', 'search with it once: it is then built again');
  }
}

/** Up to this size all postings are read with the first: sooner than by thousands of reads, and in less memory than indexing takes. */
const READ_WHOLE_BYTES = 1 << 24;

/**
 * The index in bytes that `indexBytes` made, with its postings left where they are until a term needs them; nothing if the
 * bytes are damaged, cut off or something else. Postings that are damaged throw `DamagedIndex`.
 */
export const openStored = (
  entry: CacheEntry,
  { readWhole = READ_WHOLE_BYTES }: { readonly readWhole?: number } = {},
): TermIndex | undefined => {
  const header = headerOf(entry);
  if (!header) return undefined;
  const { documents, distinctIds, terms, postings, width } = header;
  const sizes = [
    4 * documents,
    4 * (terms + 1),
    distinctIds < documents ? 4 * documents : 0,
    ...[4 * (distinctIds + 1), 4 * header.idSlots, header.idBytes],
    ...[4 * (terms + 1), 4 * header.termSlots, header.termBytes],
  ];
  const kept = sizes.reduce((total, size) => total + wholeWords(size), 0);
  const rowsAt = 4 * HEADER.length + kept;
  const frequenciesAt = rowsAt + 4 * postings;
  if (frequenciesAt + wholeWords(width * postings) !== entry.size) return undefined;
  const bytes = entry.read(4 * HEADER.length, kept);
  if (!bytes) return undefined;

  let at = bytes.byteOffset;
  const [lengths, starts, numbers, ...arrays] = sizes.map((size) => {
    const section = { at, size };
    at += wholeWords(size);
    return section;
  }) as [Stretch, Stretch, Stretch, ...Stretch[]];
  const words = (section: Stretch): Uint32Array =>
    new Uint32Array(bytes.buffer, section.at, section.size / 4);
  const strings = ([offsets, slots, text]: readonly Stretch[]): StringTable =>
    stringTable({
      offsets: words(offsets!),
      slots: words(slots!),
      bytes: new Uint8Array(bytes.buffer, text!.at, text!.size),
    });

  const read = (offset: number, length: number): Uint8Array => {
    const found = entry.read(offset, length);
    if (!found) throw new DamagedIndex();
    return found;
  };
  const startOf = words(starts);
  const postingsIn = (begin: number, end: number) => ({
    rows: ownWords(read(rowsAt + 4 * begin, 4 * (end - begin))),
    frequencies: ownCounts(read(frequenciesAt + width * begin, width * (end - begin)), width),
  });
  const index: TermIndex = {
    ids: rowIds(documents, strings(arrays.slice(0, 3)), numbers.size > 0 ? words(numbers) : undefined),
    lengths: words(lengths),
    terms: strings(arrays.slice(3)),
    starts: startOf,
    bytes: (4 + width) * postings + lengths.size + starts.size,
    postings: (term) => postingsIn(startOf[term]!, startOf[term + 1]!),
    allPostings: () => postingsIn(0, postings),
  };
  if ((4 + width) * postings > readWhole) return index;
  const held = once(() => heldIndex({ ...index, ...index.allPostings() }));
  return { ...index, postings: (term) => held().postings(term), allPostings: () => held().allPostings() };
};

interface Stretch {
  readonly at: number;
  readonly size: number;
}

const headerOf = (entry: CacheEntry): Header | undefined => {
  const bytes = entry.size < 4 * HEADER.length ? undefined : entry.read(0, 4 * HEADER.length);
  if (!bytes) return undefined;
  const words = ownWords(bytes);
  const header = Object.fromEntries(HEADER.map((field, i) => [field, words[i]])) as unknown as Header;
  return header.magic === MAGIC && [1, 2, 4].includes(header.width) ? header : undefined;
};

const wholeWords = (bytes: number): number => 4 * Math.ceil(bytes / 4);

/** Copies, so that a few postings do not hold on to the blocks they were read with. */
const ownWords = (bytes: Uint8Array): Uint32Array => new Uint32Array(new Uint8Array(bytes).buffer);

const ownCounts = (bytes: Uint8Array, width: number): Counts => {
  const kind = countsFor(0, 2 ** (8 * width) - 1).constructor as new (buffer: ArrayBuffer) => Counts;
  return new kind(new Uint8Array(bytes).buffer);
};
