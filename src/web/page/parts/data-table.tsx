import type { ReactNode } from 'react';
import { Scroll } from './scroll.js';

/** A column: its title, or null for none, what each row has in it, and how that looks. The first names the row; the others are numbers, flush right, unless they are text. */
export type Column<Row> = readonly [
  title: ReactNode,
  of: (row: Row) => ReactNode,
  look?:
    | 'text'
    | {
        readonly text?: true;
        readonly className?: (row: Row) => string | undefined;
        /** Of a cell, and of the heading, on hovering. */
        readonly title?: (row: Row) => string;
        readonly hint?: string;
      },
];

const lookOf = <Row,>(look: Column<Row>[2]) => (typeof look === 'object' ? look : {});
const isText = <Row,>(look: Column<Row>[2], i: number): boolean =>
  i === 0 || look === 'text' || lookOf(look).text === true;

/** A table with a row for each of `rows`; where it is too wide, it scrolls. */
export const DataTable = <Row,>({
  label,
  className = 'plain',
  columns,
  rows,
  keyOf,
  rowClass,
  headless = false,
  foot,
}: {
  label: string;
  className?: string;
  columns: readonly Column<NoInfer<Row>>[];
  rows: readonly Row[];
  keyOf: (row: Row, i: number) => string | number;
  rowClass?: (row: Row) => string | undefined;
  headless?: boolean;
  foot?: ReactNode;
}) => (
  <Scroll label={label}>
    <table className={className}>
      {!headless && (
        <thead>
          <tr>
            {columns.map(([title, , look], i) =>
              title === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
                <td key={i} />
              ) : (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
                  key={i}
                  scope="col"
                  className={isText(look, i) ? undefined : 'number'}
                  title={lookOf(look).hint}
                >
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, r) => (
          <tr key={keyOf(row, r)} className={rowClass?.(row)}>
            {columns.map(([, of, look], i) =>
              i === 0 ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
                <th key={i} scope="row">
                  {of(row)}
                </th>
              ) : (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
                  key={i}
                  className={
                    [isText(look, i) ? '' : 'number', lookOf(look).className?.(row) ?? ''].join(' ').trim() ||
                    undefined
                  }
                  title={lookOf(look).title?.(row)}
                >
                  {of(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
      {foot}
    </table>
  </Scroll>
);
