import type { ColumnMetaData, DecodedArray, FileMetaData } from 'hyparquet';
import { chunkOf, metadataOf, type ParquetBytes, understood } from './parquet.js';
import { type FoundColumn, mustHaveColumns } from './parquet-columns.js';
import { checkedPage, isDictionary, levelsOf, type ParquetPage, pagesOf } from './parquet-pages.js';

/** A page of numbers: how many come before it in its file, and how many it holds. */
export interface NumbersPage {
  readonly first: number;
  readonly count: number;
}

/** The numbers of a page. */
export interface PageNumbers {
  readonly values: DecodedArray;
  /** 0 where a list begins. */
  readonly levels: readonly number[];
  /** Whether no number is missing, and no list is missing or empty. */
  readonly whole: boolean;
}

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
    return foundPages(bytes, metadata, column!);
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
        return readPage(bytes, metadata, page, dictionary);
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

/** What was made for the last key is kept: pages that follow each other have one dictionary. */
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
  const { compressors } = await import('hyparquet-compressors');
  const packed = new Uint8Array(await bytes.slice(at, at + size));
  const page = decompressPage(packed, header.uncompressed_page_size, codec, compressors);
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  return readPlain({ view, offset: 0 }, type, values, undefined);
};

const readPage = async (
  bytes: ParquetBytes,
  { schema }: FileMetaData,
  { header, at, size, count, chunk, path }: FoundPage,
  dictionary: DecodedArray | undefined,
): Promise<PageNumbers> => {
  const { readDataPage, readDataPageV2 } = await import('hyparquet/src/datapage.js');
  const { DEFAULT_PARSERS: parsers } = await import('hyparquet/src/convert.js');
  const { getSchemaPath } = await import('hyparquet/src/schema.js');
  const { compressors } = await import('hyparquet-compressors');
  const packed = new Uint8Array(await bytes.slice(at, at + size));
  const content = await checkedPage(packed, header, chunk, levelsOf(path));
  const { codec, type, path_in_schema: pathInSchema } = chunk;
  const schemaPath = getSchemaPath(schema, pathInSchema);
  const decoder = { codec, type, pathInSchema, schemaPath, compressors, element: path.at(-1)!, parsers };
  const { data_page_header: v1 } = header;
  const { repetitionLevels, definitionLevels, dataPage } = v1
    ? readDataPage(content, v1, decoder)
    : readDataPageV2(content, header, decoder);
  const encoding = (v1 ?? header.data_page_header_v2)?.encoding ?? '';
  const highest = path.filter(({ repetition_type }) => repetition_type !== 'REQUIRED').length;
  return {
    values: isDictionary(encoding) ? looked(dataPage, dictionary) : dataPage,
    levels: repetitionLevels,
    whole:
      dataPage.length === count &&
      repetitionLevels.length === count &&
      (definitionLevels ?? []).every((level) => level === highest),
  };
};

const looked = (places: DecodedArray, dictionary: DecodedArray | undefined): DecodedArray => {
  if (!dictionary) throw new Error('a page without its dictionary');
  return Float64Array.from(places as ArrayLike<number>, (place) => dictionary[place] as number);
};
