import { counted, styled } from '../core/index.js';
import type { Spare } from '../platform/tables/index.js';
import type { ValuesOf } from './flags/index.js';

/** How much a verb shows: everything, so many, or by default what fits on one screen. */
export type LimitFlags = ValuesOf<'limit all'>;

/** Rows to show of a list of which `usual` fit on a screen. */
export const shownRows = ({ limit, all }: LimitFlags, usual: number): number =>
  all ? Number.POSITIVE_INFINITY : (limit ?? usual);

/** The line under a list that was cut, with what shows the rest; nothing where it was not. */
export const moreLine = (
  left: number,
  one: string,
  many = `${one}s`,
  by = '--all, or --limit n',
): readonly string[] =>
  left > 0 ? [styled('faint', `… ${counted(left, `more ${one}`, `more ${many}`)}: ${by}`)] : [];

/** Columns that may be left out, unless everything is to be shown. */
export const spareColumns = ({ all }: LimitFlags, headings: readonly string[]): Spare | undefined =>
  all ? undefined : { headings, flag: '--all' };
