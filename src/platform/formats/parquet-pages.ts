import type {
  AsyncBuffer,
  ColumnMetaData,
  DecodedArray,
  FileMetaData,
  PageHeader,
  ParquetParsers,
} from 'hyparquet';
import { LIMITS } from '../../core/index.js';
import { codecs } from './parquet-codecs.js';
import type { FoundColumn } from './parquet-columns.js';

/** A page of a column, and where it lies in the file, without its header. */
export interface ParquetPage {
  readonly header: PageHeader;
  readonly at: number;
  readonly size: number;
  /** How many values it holds, those of a dictionary included. */
  readonly values: number;
}

/** More than the header of a page takes. */
const HEADER_BYTES = 1 << 14;

/**
 * The pages of a column, by their headers alone. A changed bit can claim billions of values, which the decoder would make room for: what
 * pages claim must add up to what the footer says of their column.
 */
export async function* pagesOf(bytes: AsyncBuffer, chunk: ColumnMetaData): AsyncGenerator<ParquetPage> {
  const { parquetHeader } = await import('hyparquet/src/column.js');
  const { begin, end } = placeOf(bytes, chunk);
  const most = Number(chunk.num_values);
  // Not every writer counts what it has compressed; and what a column claims may be anything.
  const claimed = Math.max(Number(chunk.total_uncompressed_size), LIMITS.parquetPage.most);
  const largest = Math.min(claimed, LIMITS.parquetPageBytes.most);
  let sum = 0;
  for (let next = begin; next < end - 1; ) {
    const head = await bytes.slice(next, Math.min(end, next + HEADER_BYTES));
    const reader = { view: new DataView(head), offset: 0 };
    const header = parquetHeader(reader);
    const at = next + reader.offset;
    const { compressed_page_size: size, uncompressed_page_size: unpacked } = header;
    const values = claimedBy(header);
    const fits = size >= 0 && at + size <= end && unpacked >= 0 && unpacked <= largest;
    if (!fits || !(values >= 0 && values <= most)) throw new Error('a page larger than its column');
    if (header.type !== 'DICTIONARY_PAGE') sum += values;
    yield { header, at, size, values };
    next = at + size;
  }
  if (sum !== most) throw new Error(`${sum} values in a column of ${most}`);
}

/** Where a column lies in the file. */
const placeOf = ({ byteLength }: AsyncBuffer, chunk: ColumnMetaData) => {
  const begin = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  const end = begin + Number(chunk.total_compressed_size);
  if (begin >= 0 && end >= begin && end <= byteLength) return { begin, end };
  throw new Error('a column outside of the file');
};

/** Walks through the pages of a column before they are decoded. */
export const checkPages = async (
  bytes: AsyncBuffer,
  chunk: ColumnMetaData,
  metadata: FileMetaData,
): Promise<void> => {
  const { path } = await decoderOf(metadata, chunk);
  const levels = levelsOf(path);
  for await (const { header, at, size } of pagesOf(bytes, chunk))
    if (header.type !== 'DICTIONARY_PAGE')
      await checkedPage(new Uint8Array(await bytes.slice(at, at + size)), header, chunk, levels);
};

/** How the library reads a column: the elements of the schema from the column down to the one that holds its values, and all that it is told. */
const decoderOf = async ({ schema }: FileMetaData, chunk: ColumnMetaData) => {
  const { getSchemaPath } = await import('hyparquet/src/schema.js');
  const schemaPath = getSchemaPath(schema, chunk.path_in_schema);
  const path = schemaPath.slice(1).map(({ element }) => element);
  return { path, schemaPath, element: path.at(-1)! };
};

/**
 * The cells of a column without lists and structs, page by page: a row group of them need not fit into memory. `check` is called before a page is
 * decoded.
 */
export async function* flatPages(
  bytes: AsyncBuffer,
  metadata: FileMetaData,
  chunk: ColumnMetaData,
  stringFromBytes: ParquetParsers['stringFromBytes'],
  check: (page: ParquetPage) => Promise<void>,
): AsyncGenerator<DecodedArray> {
  const { readPage } = await import('hyparquet/src/column.js');
  const { convert, DEFAULT_PARSERS } = await import('hyparquet/src/convert.js');
  const compressors = await codecs();
  const { path, ...decoded } = await decoderOf(metadata, chunk);
  const decoder = {
    ...decoded,
    ...chunk,
    pathInSchema: chunk.path_in_schema,
    compressors,
    parsers: { ...DEFAULT_PARSERS, stringFromBytes },
  };
  let dictionary: DecodedArray | undefined;
  for await (const page of pagesOf(bytes, chunk)) {
    const { header, at, size } = page;
    await check(page);
    const packed = await bytes.slice(at, at + size);
    const isValues = header.type !== 'DICTIONARY_PAGE';
    if (isValues) await checkedPage(new Uint8Array(packed), header, chunk, levelsOf(path));
    const { data = [] } = readPage(
      { view: new DataView(packed), offset: 0 },
      header,
      decoder,
      dictionary,
      undefined,
      0,
    );
    if (isValues && data.length !== page.values) throw new Error(`${data.length} of ${page.values} values`);
    if (isValues) yield data;
    else dictionary = convert(data, decoder);
  }
}

const claimedBy = ({ data_page_header, data_page_header_v2, dictionary_page_header }: PageHeader): number =>
  (data_page_header ?? data_page_header_v2 ?? dictionary_page_header)?.num_values ?? 0;

/** The highest level of repetition and of definition that a value can have, each in bits. */
interface Levels {
  readonly repetition: number;
  readonly definition: number;
}

export const levelsOf = (path: FoundColumn['path']): Levels => {
  const bits = (type: (name: string | undefined) => boolean): number =>
    32 - Math.clz32(path.filter(({ repetition_type }) => type(repetition_type)).length);
  return { repetition: bits((type) => type === 'REPEATED'), definition: bits((type) => type !== 'REQUIRED') };
};

/**
 * A page as the decoder of its version takes it, unpacked in the first, once its runs are known to be no longer than it: the decoder would
 * make room for them.
 */
export const checkedPage = async (
  page: Uint8Array,
  header: PageHeader,
  { codec }: ColumnMetaData,
  { repetition, definition }: Levels,
): Promise<Uint8Array> => {
  const { decompressPage } = await import('hyparquet/src/datapage.js');
  const compressors = await codecs();
  const { data_page_header: v1, data_page_header_v2: v2, uncompressed_page_size: unpacked } = header;
  if (v1) {
    const content = decompressPage(page, unpacked, codec, compressors);
    let at = 0;
    for (const width of [repetition, definition].filter((bits) => bits > 0)) {
      const length = viewOf(content).getUint32(at, true);
      walkRuns(content.subarray(at + 4, at + 4 + length), width, v1.num_values);
      at += 4 + length;
    }
    if (isDictionary(v1.encoding)) walkIndices(content.subarray(at), v1.num_values);
    return content;
  }
  if (v2) {
    const first = v2.repetition_levels_byte_length;
    const second = first + v2.definition_levels_byte_length;
    if (!(first >= 0 && second >= first && second <= page.length && v2.num_nulls >= 0))
      throw new Error('levels larger than their page');
    if (repetition > 0) walkRuns(page.subarray(0, first), repetition, v2.num_values);
    if (definition > 0) walkRuns(page.subarray(first, second), definition, v2.num_values);
    if (!isDictionary(v2.encoding)) return page;
    const rest = page.subarray(second);
    const packed = v2.is_compressed !== false;
    walkIndices(packed ? decompressPage(rest, unpacked - second, codec, compressors) : rest, v2.num_values);
  }
  return page;
};

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const isDictionary = (encoding: string): boolean => encoding.endsWith('_DICTIONARY');

/** Places in the dictionary: their width, then runs. There may be fewer of them than values, since nulls have none. */
const walkIndices = (bytes: Uint8Array, most: number): void => {
  const width = bytes[0] ?? 0;
  if (width > 32) throw new Error('a dictionary too large');
  if (bytes.length > 1) walkRuns(bytes.subarray(1), width, most);
};

/** Runs of one value repeated, or of values packed in groups of eight; the last group may be filled up. */
const walkRuns = (bytes: Uint8Array, width: number, most: number): void => {
  let left = most;
  for (let at = 0; at < bytes.length && left > 0; ) {
    let header = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 28) throw new Error('a run without an end');
      header += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    const count = Math.floor(header / 2);
    const packed = header % 2 === 1;
    if (packed ? (count - 1) * 8 >= left : count > left) throw new Error('a run longer than its page');
    left -= packed ? count * 8 : count;
    at += packed ? count * width : Math.ceil(width / 8);
  }
};
