import { groupBy, listed } from '../../core/index.js';
import type { FoundTable } from './tables-in.js';

/** Splits whose tables are read where none is named: the first of these that is there. */
const ORDER = ['test', 'dev', 'val', 'eval', 'train'];

const rankOf = (split: string): number => {
  const at = ORDER.findIndex((word) => split.toLowerCase().startsWith(word));
  return at < 0 ? ORDER.length : at;
};

/** Of tables that are the same part of several splits, those of one split. */
export interface SplitTables<Table> {
  readonly tables: readonly Table[];
  /** The split that was read, where there was a choice or one was named. */
  readonly split?: string;
  /** Whether it is another than would be read without its name. */
  readonly other: boolean;
  /** Splits of which none goes first: one must be named. */
  readonly several: readonly string[];
  readonly notes: readonly string[];
}

/** Whether a split is the wanted one: `dev.small` is of `dev`. */
export const isOfSplit = (split: string, wanted: string): boolean =>
  split === wanted || split.startsWith(`${wanted}.`);

/** All splits that tables have. */
export const splitsAmong = (tables: readonly FoundTable[]): readonly string[] =>
  [...new Set(tables.flatMap(({ split }) => split ?? []))].sort(
    (a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1),
  );

/** Chooses one split, the wanted one or the usual one; tables without a split belong to all. */
export const tablesOfSplit = <Table extends FoundTable>(
  all: readonly Table[],
  wanted: string | undefined,
): SplitTables<Table> => {
  const families = [...groupBy(all, ({ family }) => family).values()];
  const chosen = (split: string | undefined): readonly Table[] =>
    families.flatMap((family) => {
      const named = family.filter((table) => table.split !== undefined);
      const own = named.filter((table) => split !== undefined && isOfSplit(table.split!, split));
      const first = Math.min(...named.map((table) => rankOf(table.split!)));
      const usual = named.filter((table) => rankOf(table.split!) === first);
      return [...family.filter((table) => table.split === undefined), ...(own.length > 0 ? own : usual)];
    });
  const tables = chosen(wanted);
  const several = [...groupBy(tables, ({ family }) => family).values()]
    .map((family) => [...new Set(family.flatMap(({ split }) => split ?? []))])
    .find(({ length }) => length > 1);
  const left = all.filter((table) => !tables.includes(table));
  const read = tables.filter(({ family }) => left.some((table) => table.family === family));
  const split = wanted ?? read[0]?.split;
  return {
    tables,
    ...(split !== undefined && { split }),
    other: wanted !== undefined && chosen(undefined).some((table) => !tables.includes(table)),
    several: [...(several ?? [])].sort(),
    notes:
      left.length > 0 && wanted === undefined
        ? [
            `${names(read)} ${read.length > 1 ? 'are' : 'is'} read; ${names(left)} beside it ${left.length > 1 ? 'are' : 'is'} not.`,
          ]
        : [],
  };
};

const SHOWN = 4;

const names = (tables: readonly FoundTable[]): string =>
  listed([
    ...tables.slice(0, SHOWN).map(({ name }) => name),
    ...(tables.length > SHOWN ? [`${tables.length - SHOWN} more`] : []),
  ]);
