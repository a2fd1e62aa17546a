import type {
  ColumnMetaData,
  DataReader,
  DecodedArray,
  FileMetaData,
  PageHeader,
  SchemaElement,
} from 'hyparquet';
import { LIMITS } from '../../core/index.js';
import { chunkOf, metadataOf, mustBeReadable, type ParquetBytes, understood } from './parquet.js';
import { codecs } from './parquet-codecs.js';
import { type FoundColumn, mustHaveColumns } from './parquet-columns.js';
import { checkedPage, isDictionary, levelsOf, type ParquetPage, pagesOf } from './parquet-pages.js';

/** A page of numbers: how many come before it in its file, and how many it holds. */
export interface NumbersPage {
  readonly first: number;
  readonly count: number;
}

/** The numbers of a page. */
export interface PageNumbers {
  /** Empty where there is a gap. */
  readonly values: ArrayLike<number>;
  /** 0 where a list begins. */
  readonly levels: Uint8Array;
  /** The first place where something is missing. */
  readonly gap?: { readonly at: number; readonly of: Missing };
}

/** A number in a list, a whole list, or the numbers of an empty one. */
export type Missing = 'number' | 'list' | 'numbers';

/** A column of lists of floats that is read by pages: a row group of a million vectors would not fit into memory. */
export interface ParquetNumbers {
  readonly pages: readonly NumbersPage[];
  /** The page in this place among `pages`. */
  read(place: number): Promise<PageNumbers>;
}

/** Opens a column of lists of floats. Whatever is wrong with the file is an `InputError`. */
export const openParquetNumbers = async (
  file: string,
  bytes: ParquetBytes,
  name: string,
): Promise<ParquetNumbers> => {
  const metadata = await metadataOf(file, bytes);
  const pages = await understood(file, async () => {
    const [column] = mustHaveColumns(file, metadata, { [name]: { kind: 'numbers' } });
    const found = await foundPages(bytes, metadata, column!);
    for (const { count } of found) mustBeReadable(file, name, 'page', count, LIMITS.parquetNumbers.most);
    return found;
  });
  const dictionaryOf = lastOf((page: ParquetPage, { chunk }: FoundPage) =>
    readDictionary(bytes, page, chunk),
  );
  return {
    pages,
    read: (place) =>
      understood(file, async () => {
        const page = pages[place]!;
        const dictionary = page.dictionary && (await dictionaryOf(page.dictionary, page));
        return readPage(bytes, page, dictionary);
      }),
  };
};

interface FoundPage extends NumbersPage, ParquetPage {
  readonly chunk: ColumnMetaData;
  readonly path: FoundColumn['path'];
  /** The page of distinct numbers, where there is one. */
  readonly dictionary: ParquetPage | undefined;
}

const foundPages = async (
  bytes: ParquetBytes,
  { row_groups }: FileMetaData,
  column: FoundColumn,
): Promise<readonly FoundPage[]> => {
  const pages: FoundPage[] = [];
  let first = 0;
  for (const group of row_groups) {
    if (Number(group.num_rows) === 0) continue;
    const chunk = chunkOf(group, column);
    let dictionary: ParquetPage | undefined;
    for await (const page of pagesOf(bytes, chunk)) {
      if (page.header.type === 'DICTIONARY_PAGE') dictionary = page;
      else {
        pages.push({ ...page, first, count: page.values, chunk, path: column.path, dictionary });
        first += page.values;
      }
    }
  }
  return pages;
};

/** What was made for the last key is reused: pages that follow each other have one dictionary. */
const lastOf = <Key, Rest, Made>(make: (key: Key, rest: Rest) => Promise<Made>) => {
  let last: { readonly key: Key; readonly made: Promise<Made> } | undefined;
  return (key: Key, rest: Rest): Promise<Made> => {
    if (last?.key !== key) last = { key, made: make(key, rest) };
    return last.made;
  };
};

const readDictionary = async (
  bytes: ParquetBytes,
  { header, at, size, values }: ParquetPage,
  { codec, type }: ColumnMetaData,
): Promise<DecodedArray> => {
  const { decompressPage } = await import('hyparquet/src/datapage.js');
  const { readPlain } = await import('hyparquet/src/plain.js');
  const compressors = await codecs();
  const packed = new Uint8Array(await bytes.slice(at, at + size));
  const page = decompressPage(packed, header.uncompressed_page_size, codec, compressors);
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  return readPlain({ view, offset: 0 }, type, values, undefined);
};

/**
 * Decodes a page into arrays of bytes and floats: levels as lists of JavaScript numbers, eight bytes each, would be most of the memory that a
 * search over vectors on disk takes.
 */
const readPage = async (
  bytes: ParquetBytes,
  { header, at, size, count, chunk, path }: FoundPage,
  dictionary: DecodedArray | undefined,
): Promise<PageNumbers> => {
  const { readRleBitPackedHybrid } = await import('hyparquet/src/encoding.js');
  const packed = new Uint8Array(await bytes.slice(at, at + size));
  const widths = levelsOf(path);
  const page = await checkedPage(packed, header, chunk, widths);
  const { data_page_header: v1, data_page_header_v2: v2 } = header;
  const reader = readerOf(page);
  const levels = (width: number, length?: number): Uint8Array => {
    const read = new Uint8Array(count);
    if (width > 0) readRleBitPackedHybrid(reader, width, read, length);
    return read;
  };
  const repetition = levels(widths.repetition, v2?.repetition_levels_byte_length);
  const definition = levels(widths.definition, v2?.definition_levels_byte_length);
  const highest = path.filter(isOptional).length;
  const gap = definition.findIndex((level) => level !== highest);
  if (gap >= 0)
    return {
      values: [],
      levels: repetition,
      gap: { at: gap, of: missingAt(definition[gap]!, highest, path) },
    };
  const values = await readValues(
    v2 ? await unpackedRest(page.subarray(reader.offset), header, chunk) : reader,
    { encoding: (v1 ?? v2)!.encoding, type: chunk.type, count, dictionary },
  );
  return { values: values as ArrayLike<number>, levels: repetition };
};

/** Whether an element adds a level of definition. */
const isOptional = ({ repetition_type }: SchemaElement): boolean => repetition_type !== 'REQUIRED';

/** What a level of definition below the highest leaves out: levels count what is there, from the column down to the number. */
const missingAt = (level: number, highest: number, path: FoundColumn['path']): Missing => {
  if (level === highest - 1 && isOptional(path.at(-1)!)) return 'number';
  return level === 0 && isOptional(path[0]!) ? 'list' : 'numbers';
};

const readerOf = (bytes: Uint8Array): DataReader => ({
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  offset: 0,
});

/** The values of a page of version 2, which are packed without their levels. */
const unpackedRest = async (rest: Uint8Array, header: PageHeader, { codec }: ColumnMetaData) => {
  const { decompressPage } = await import('hyparquet/src/datapage.js');
  const compressors = await codecs();
  const {
    is_compressed,
    definition_levels_byte_length: definition,
    repetition_levels_byte_length: repetition,
  } = header.data_page_header_v2!;
  if (is_compressed === false) return readerOf(rest);
  const unpacked = header.uncompressed_page_size - definition - repetition;
  return readerOf(decompressPage(rest, unpacked, codec, compressors));
};

interface Encoded {
  readonly encoding: string;
  readonly type: ColumnMetaData['type'];
  readonly count: number;
  readonly dictionary: DecodedArray | undefined;
}

const readValues = async (
  reader: DataReader,
  { encoding, type, count, dictionary }: Encoded,
): Promise<DecodedArray> => {
  const { byteStreamSplit, readRleBitPackedHybrid } = await import('hyparquet/src/encoding.js');
  const { readPlain } = await import('hyparquet/src/plain.js');
  if (encoding === 'PLAIN') return readPlain(reader, type, count, undefined);
  if (encoding === 'BYTE_STREAM_SPLIT') return byteStreamSplit(reader, count, type, undefined);
  if (!isDictionary(encoding)) throw new Error(`floats encoded as ${encoding}`);
  if (!dictionary) throw new Error('a page without its dictionary');
  const places = new Uint32Array(count);
  const width = reader.view.getUint8(reader.offset++);
  if (width > 0) readRleBitPackedHybrid(reader, width, places, reader.view.byteLength - reader.offset);
  return Float64Array.from(places, (place) => dictionary[place] as number);
};
