import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { LeaderboardRow } from '../../../page-data/index.js';
import type { BoardColumn } from './columns.js';
import { leadScore } from './filter-rows.js';
import type { ViewState } from './view-state.js';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
});
type Column = ColumnDef<typeof features, LeaderboardRow>;

/** Rows in the order that the reader chose; what has no value is last either way, and work under way stands first. */
export const useSortedRows = (
  rows: readonly LeaderboardRow[],
  columns: readonly BoardColumn[],
  { sort, family }: ViewState,
): readonly LeaderboardRow[] => {
  const definitions = useMemo((): Column[] => {
    const sortable = (id: string, value: (row: LeaderboardRow) => number | string | undefined): Column => ({
      id,
      accessorFn: value,
      sortUndefined: 'last',
    });
    return [
      sortable('system', ({ name }) => name.toLowerCase()),
      sortable('mean', (row) => leadScore(row, family)),
      sortable('range', ({ rankRange }) => rankRange && -rankRange[0]),
      ...columns.map(({ id, value }) => sortable(id, value)),
      sortable('source', ({ source, date }) => `${source.name} ${date ?? ''}`),
    ];
  }, [columns, family]);
  const data = useMemo(() => [...rows], [rows]);
  const wanted = sort.replace(/^-/, '');
  const id = definitions.some((column) => column.id === wanted) ? wanted : 'mean';
  const sorting = useMemo(() => [{ id, desc: sort.startsWith('-') }], [id, sort]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    state: { sorting },
    enableSortingRemoval: false,
  });
  const sorted = table.getRowModel().rows;
  return useMemo(() => {
    const originals = sorted.map(({ original }) => original);
    return [...originals.filter(({ running }) => running), ...originals.filter(({ running }) => !running)];
  }, [sorted]);
};
