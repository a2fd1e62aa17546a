import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { format } from '../../../../platform/tables/index.js';
import type { Key } from '../../../page-data/index.js';
import { changeState, linkTo } from '../../address.js';
import { useKeptScroll } from '../../parts/kept-scroll.js';
import type { Matrix, MatrixRow } from './ordered.js';

const ROW_HEIGHT = 28;
/** Of a column of numbers, and of one of shades alone. */
const WIDTHS = { numbers: 60, shades: 20 };

interface GridProps {
  matrix: Matrix;
  task: Key;
  board: string;
  sort: string;
  cells: keyof typeof WIDTHS;
}

/** Queries × systems, drawn as far as they are seen, and walked through by arrow keys. Every cell leads to the query in that system. */
export const Grid = ({ matrix: { rows, columns }, task, board, sort, cells }: GridProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  useKeptScroll(scroller, 'matrix');
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => WIDTHS[cells],
    overscan: 8,
  });
  const [current, setCurrent] = useState({ row: 0, column: 0 });
  const shown = across.getVirtualItems();
  const drawn = down.getVirtualItems();
  const left = shown[0]?.start ?? 0;
  const right = across.getTotalSize() - (shown.at(-1)?.end ?? 0);
  const below = down.getTotalSize() - (drawn.at(-1)?.end ?? 0);

  const focusCell = (row: number, column: number): void => {
    const to = {
      row: Math.max(0, Math.min(rows.length - 1, row)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    };
    setCurrent(to);
    down.scrollToIndex(to.row);
    across.scrollToIndex(to.column);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-cell="${to.row},${to.column}"]`)?.focus(),
    );
  };
  const pressed = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target as HTMLElement).dataset.cell) return;
    const { row, column } = current;
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + 15, column],
      PageUp: [row - 15, column],
      Home: event.ctrlKey ? [0, 0] : [row, 0],
      End: event.ctrlKey ? [rows.length - 1, columns.length - 1] : [row, columns.length - 1],
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (!step) return;
    event.preventDefault();
    focusCell(...step);
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className="matrix-scroll" ref={scroller} tabIndex={0} aria-label="Queries and systems">
      <table
        className={`matrix ${cells}`}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 2}
        onKeyDown={pressed}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="query-name" aria-colindex={1}>
              Query
            </th>
            <th scope="col" className="of-all" aria-colindex={2}>
              Mean
            </th>
            <Gap width={left} />
            {shown.map(({ index }) => {
              const { system, name, mean } = columns[index]!;
              const on = sort === system;
              return (
                <th
                  key={system}
                  scope="col"
                  aria-colindex={index + 3}
                  aria-sort={on ? 'ascending' : undefined}
                  className={on ? 'on' : undefined}
                >
                  <button
                    type="button"
                    title={`${name}, mean ${format.score(mean)}. Sort by it, its worst queries first`}
                    onClick={() => changeState({ sort: on ? undefined : system })}
                  >
                    <bdi>{name}</bdi>
                    <span aria-hidden="true">{on ? ' ↑' : ''}</span>
                  </button>
                </th>
              );
            })}
            <Gap width={right} />
          </tr>
        </thead>
        <tbody>
          {(drawn[0]?.start ?? 0) > 0 && <tr style={{ height: drawn[0]!.start }} />}
          {drawn.map(({ index }) => {
            const row = rows[index]!;
            return (
              <tr key={row.query.query} aria-rowindex={index + 2}>
                <Heading row={row} href={linkTo('query', [task, row.query.query], { board })} />
                <td className="of-all" aria-colindex={2}>
                  {format.score(row.mean)}
                </td>
                <Gap width={left} />
                {shown.map(({ index: column }) => {
                  const { system, name } = columns[column]!;
                  const score = row.scores[column] ?? undefined;
                  const isCurrent = current.row === index && current.column === column;
                  return (
                    <td
                      key={system}
                      aria-colindex={column + 3}
                      className={score === undefined ? 'none' : score === 0 ? 'zero' : undefined}
                      style={{ '--a': score ?? 0 } as CSSProperties}
                    >
                      <a
                        data-cell={`${index},${column}`}
                        tabIndex={isCurrent ? 0 : -1}
                        href={linkTo('query', [task, row.query.query], { board, system })}
                        title={`${row.query.id} in ${name}: ${format.score(score)}`}
                        onFocus={() => setCurrent({ row: index, column })}
                      >
                        <span>{format.score(score)}</span>
                      </a>
                    </td>
                  );
                })}
                <Gap width={right} />
              </tr>
            );
          })}
          {below > 0 && <tr style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  );
};

const Heading = ({ row: { query }, href }: { row: MatrixRow; href: string }) => (
  <th scope="row" className="query-name" aria-colindex={1}>
    <a href={href} title={query.preview || query.id}>
      <bdi>{query.id}</bdi> <small>{query.preview}</small>
    </a>
  </th>
);

/** Columns that are not drawn keep their place. */
const Gap = ({ width }: { width: number }) =>
  width > 0 ? <td className="undrawn" style={{ minWidth: width, width }} /> : null;
