import { dirname } from 'node:path';
import {
  compareSystems,
  countedScores,
  overallComparison,
  scoresOfResults,
  variantsAmong,
} from '../../analysis/comparison/index.js';
import { groupBy, InputError } from '../../core/index.js';
import { holm } from '../../evaluation/statistics/index.js';
import type {
  BoardVariants,
  Key,
  SystemVariants,
  VariantDifference,
  VariantLink,
} from '../page-data/index.js';
import type { BoardContents } from './boards.js';
import { type QueryFiles, wholeResults } from './query-files.js';
import type { OwnResult } from './records.js';

/** The folder that a run wrote a result to: `<out>` of `<out>/<system>/<task>`. */
export const outOf = ({ folder }: OwnResult): string => dirname(dirname(folder));

/** Systems of one folder that are others of it but for one thing. No score is looked at. */
export const boardVariantsOf = ({ board, results }: BoardContents): BoardVariants => ({
  measures: board.measures,
  variants: [...groupBy(results, outOf).values()].flatMap((own) => {
    const keys = new Map(own.map(({ record, system }) => [record.name, system]));
    return variantsAmong(new Set(keys.keys())).map(
      ({ base, variant, ...of }): VariantLink => ({
        ...of,
        base: keys.get(base)!,
        variant: keys.get(variant)!,
      }),
    );
  }),
});

/** What each variant of a system does to its score. */
export const systemVariantsOf = async (
  { results }: BoardContents,
  { variants }: BoardVariants,
  system: Key,
  measure: string,
  files: QueryFiles,
): Promise<SystemVariants | undefined> => {
  const links = variants.filter(({ base }) => base === system);
  if (links.length === 0) return undefined;
  const notes: string[] = [];
  const compare = async (link: VariantLink) => {
    try {
      return [await compared(link, results, measure, files)];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      notes.push(`${link.change}: ${error.details.found}`);
      return [];
    }
  };
  const rows = (await Promise.all(links.map(compare))).flat();
  const corrected = holm(rows.map(({ p }) => p));
  return {
    measure,
    variants: rows.map(({ p: _, ...row }, i): VariantDifference => ({ ...row, holm: corrected[i]! })),
    notes,
  };
};

const compared = async (
  link: VariantLink,
  results: readonly OwnResult[],
  measure: string,
  files: QueryFiles,
) => {
  const sides = await Promise.all(
    [link.base, link.variant].map(async (key) => {
      const own = results.filter(({ system }) => system === key);
      return scoresOfResults(own[0]!.systemName, await wholeResults(own, files));
    }),
  );
  const comparison = compareSystems(countedScores(sides).sides, measure);
  const { a, b, difference, interval, randomisation } = overallComparison(comparison.systems[0]!);
  return {
    ...link,
    tasks: comparison.tasks.length,
    before: a,
    after: b,
    difference,
    interval: [interval.low, interval.high] as const,
    p: randomisation.p,
  };
};
