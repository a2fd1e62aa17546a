import { defined, type Json, type JsonObject } from '../../core/index.js';
import { sha256 } from '../../platform/node/index.js';
import { licenceAddress } from './spdx.js';

/** Which columns a Parquet table has; `list` is a list of texts. */
type Columns = Readonly<Record<string, 'text' | 'integer' | 'list'>>;

export interface DescribedTable {
  /** From the folder of the metadata, with slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly columns: Columns;
}

/** What Croissant says about a data set. */
export interface DescribedDataset {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** SPDX identifiers of all its parts. */
  readonly licences: readonly string[];
  readonly tables: readonly DescribedTable[];
  readonly language?: readonly string[] | undefined;
  readonly creators?:
    | readonly { readonly name: string; readonly affiliation?: string | undefined }[]
    | undefined;
  readonly citation?: string | undefined;
  readonly url?: string | undefined;
  readonly published?: string | undefined;
  /** Fields of the responsible-AI vocabulary by their names: `dataLimitations`. Empty ones are left out. */
  readonly responsible?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Croissant 1.0's own context, as its specification gives it: readers compare the keys. */
const CONTEXT: JsonObject = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  equivalentProperty: 'cr:equivalentProperty',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  rai: 'http://mlcommons.org/croissant/RAI/',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  samplingRate: 'cr:samplingRate',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
};

const TYPES = { text: 'sc:Text', integer: 'sc:Integer', list: 'sc:Text' } as const;

/** `corpus/Wards.parquet` becomes `corpus/Wards`: ids of record sets are paths without their ending. */
const setId = (path: string): string => path.replace(/\.parquet$/, '');

const recordSet = ({ path, columns }: DescribedTable): JsonObject => ({
  '@type': 'cr:RecordSet',
  '@id': setId(path),
  name: setId(path),
  field: Object.entries(columns).map(([column, type]) => ({
    '@type': 'cr:Field',
    '@id': `${setId(path)}/${column}`,
    name: column,
    dataType: TYPES[type],
    ...(type === 'list' && { repeated: true }),
    source: { fileObject: { '@id': path }, extract: { column } },
  })),
});

const distribution = ({ path, bytes }: DescribedTable): JsonObject => ({
  '@type': 'cr:FileObject',
  '@id': path,
  name: path,
  contentUrl: path,
  contentSize: `${bytes.length} B`,
  encodingFormat: 'application/x-parquet',
  sha256: sha256(bytes),
});

/** `croissant.json`: the data set as machines read it, with its responsible-AI fields. */
export const croissantText = (dataset: DescribedDataset): string => {
  const { name, description, version, licences, tables, creators, language, citation, url, published } =
    dataset;
  const responsible = Object.entries(dataset.responsible ?? {}).filter(
    ([, value]) => value !== undefined && value.length > 0,
  );
  const metadata: JsonObject = {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: ['http://mlcommons.org/croissant/1.0', 'http://mlcommons.org/croissant/RAI/1.0'],
    name,
    description,
    version,
    license: licences.map(licenceAddress),
    ...(defined({ inLanguage: language, citeAs: citation, url, datePublished: published }) as JsonObject),
    ...(creators && {
      creator: creators.map((creator) => ({
        '@type': 'sc:Person',
        name: creator.name,
        ...(creator.affiliation !== undefined && { description: creator.affiliation }),
      })),
    }),
    keywords: ['information retrieval', 'medicine', 'benchmark'],
    distribution: tables.map(distribution),
    recordSet: tables.map(recordSet),
    ...Object.fromEntries(responsible.map(([field, value]) => [`rai:${field}`, value as Json])),
  };
  return `${JSON.stringify(metadata, undefined, 1)}\n`;
};
