import type { NanoReport, NanoSet } from '../../benchmarks/nano/index.js';
import { type TableColumn, table } from '../../platform/tables/index.js';

type Splits = NanoReport['splits'];

interface Sizes {
  readonly queries: number;
  readonly documents: number;
  readonly positives: number;
}

const counts = <Row>(sizesOf: (row: Row) => Sizes): readonly TableColumn<Row>[] =>
  (['queries', 'documents', 'positives'] as const).map((name) => [name, (row) => sizesOf(row)[name]]);

/** What would be built. */
export const plannedTable = (sets: readonly NanoSet[], width: number): string =>
  table(sets, [
    ['split', ({ split }) => split, 'left'],
    ...counts(({ queries, documents, positives }: NanoSet) => ({
      queries: queries.length,
      documents: documents.length,
      positives: positives.length,
    })),
  ]).text(width);

/** What was built, with how well each candidate list finds the positives (nDCG@10). */
export const builtTable = (splits: Splits, width: number): string => {
  const { lists } = splits[0]!.figures;
  return table(splits, [
    ['split', ({ split }) => split, 'left'],
    ...counts(({ figures }: Splits[number]) => figures),
    ...lists.map(
      ({ config }, i): TableColumn<Splits[number]> => [
        `${config} nDCG@10`,
        ({ figures }) => figures.lists[i]!['nDCG@10'].toFixed(4),
      ],
    ),
    lists.length > 1 && [
      'safeguards',
      ({ figures }) => figures.lists.reduce((sum, list) => sum + list.safeguards, 0),
    ],
  ]).text(width);
};

const SAID: Readonly<Record<keyof Splits[number]['leftOut'], string>> = {
  queriesWithoutText: 'queries without text',
  queriesWithoutPositive: 'queries without a positive',
  repeatedQueries: 'repeated queries',
  queriesWithoutKeptPositive: 'queries whose positives were not kept',
  repeatedTexts: 'documents that repeat a text',
  positivesNotKept: 'positives whose document was not kept',
  positivesBeyondDepth: 'positives beyond the depth of a list',
};

/** A line for each split that lost something. */
export const leftOutLines = (splits: Splits): readonly string[] =>
  splits.flatMap(({ split, leftOut }) => {
    const said = (Object.keys(SAID) as (keyof typeof SAID)[])
      .filter((kind) => leftOut[kind] > 0)
      .map((kind) => `${leftOut[kind]} ${SAID[kind]}`);
    return said.length > 0 ? [`${split}: left out ${said.join(', ')}`] : [];
  });
