import type { NanoReport, NanoSet } from '../../benchmarks/nano/index.js';
import { type Column, textTable } from '../../platform/tables/index.js';

type Splits = NanoReport['splits'];

const numbers = (heading: string, values: readonly number[], digits = 0): Column => ({
  heading,
  align: 'right',
  cells: values.map((value) => value.toFixed(digits)),
});

const counts = (
  splits: readonly string[],
  sizes: readonly { readonly queries: number; readonly documents: number; readonly positives: number }[],
): readonly Column[] => [
  { heading: 'split', align: 'left', cells: splits },
  numbers(
    'queries',
    sizes.map(({ queries }) => queries),
  ),
  numbers(
    'documents',
    sizes.map(({ documents }) => documents),
  ),
  numbers(
    'positives',
    sizes.map(({ positives }) => positives),
  ),
];

/** What would be built. */
export const plannedTable = (sets: readonly NanoSet[], width: number): string =>
  textTable(
    counts(
      sets.map(({ split }) => split),
      sets.map(({ queries, documents, positives }) => ({
        queries: queries.length,
        documents: documents.length,
        positives: positives.length,
      })),
    ),
    width,
  );

/** What was built, with how well each candidate list finds the positives (nDCG@10). */
export const builtTable = (splits: Splits, width: number): string => {
  const lists = splits[0]!.figures.lists.map(({ config }, i) =>
    numbers(
      `${config} nDCG@10`,
      splits.map(({ figures }) => figures.lists[i]!['nDCG@10']),
      4,
    ),
  );
  const safeguards = numbers(
    'safeguards',
    splits.map(({ figures }) => figures.lists.reduce((sum, list) => sum + list.safeguards, 0)),
  );
  const sizes = counts(
    splits.map(({ split }) => split),
    splits.map(({ figures }) => figures),
  );
  return textTable([...sizes, ...lists, ...(lists.length > 1 ? [safeguards] : [])], width);
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
