import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Leaderboard, LeaderboardRow } from '../../../page-data/index.js';
import { changeState, goTo, linkTo } from '../../address.js';
import { useKeptScroll } from '../../parts/kept-scroll.js';
import { usePrinting } from '../../parts/printing.js';
import { MeanCell, NumberCell, RangeCell, SourceCell, SystemCell } from './cells.js';
import type { BoardColumn } from './columns.js';
import { leadScore, ranksOf } from './filter-rows.js';
import { tick, type ViewState } from './view-state.js';

const ROW_HEIGHT = 47;

interface BoardTableProps {
  table: Leaderboard;
  /** Those that pass the filters, in order. */
  shown: readonly LeaderboardRow[];
  state: ViewState;
  columns: readonly BoardColumn[];
}

/** The table, drawn as far as it is seen, and walked through by keys. */
export const BoardTable = ({ table: { board, rows: all }, shown, state, columns }: BoardTableProps) => {
  const { family } = state;
  const ranks = useMemo(() => ranksOf(all, family), [all, family]);
  const scale = useMemo(() => scaleOf(all, columns, family), [all, columns, family]);
  const ranged = all.filter(({ rankRange }) => rankRange).length;
  const sameAs = board.tasks.flatMap((task) => task.sameAs ?? []);
  const scroller = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  useKeptScroll(scroller, 'board');
  // Another order or other filters are read from the top.
  const order = `${state.sort} ${shown.length} ${board.key}`;
  const read = useRef(order);
  useEffect(() => {
    if (read.current !== order) scroller.current?.scrollTo({ top: 0 });
    read.current = order;
  }, [order]);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    getItemKey: (i) => shown[i]!.key,
  });
  const items = printing ? shown.map((_, index) => ({ index, start: 0, end: 0 })) : virtual.getVirtualItems();
  const before = printing ? 0 : (items[0]?.start ?? 0);
  const after = printing ? 0 : virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const [current, setCurrent] = useState(0);
  const width = columns.length + 4 + (ranged > 0 ? 1 : 0);

  const focusRow = (index: number): void => {
    const next = Math.max(0, Math.min(shown.length - 1, index));
    setCurrent(next);
    virtual.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true }),
    );
  };
  const pressed = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const row = shown[current];
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 10,
      PageUp: current - 10,
      Home: 0,
      End: shown.length - 1,
    };
    if (Object.hasOwn(steps, event.key)) focusRow(steps[event.key]!);
    else if (event.key === 'Enter' && row) goTo(rowLink(row));
    else if ((event.key === ' ' || event.key === 'x') && row) tick(state, row.key);
    else return;
    event.preventDefault();
  };
  const aboutLink = (row: LeaderboardRow): string => {
    const now = new URLSearchParams(window.location.hash.split('?')[1] ?? '');
    return linkTo('leaderboard', [], { ...Object.fromEntries(now), about: row.key });
  };
  const rowLink = (row: LeaderboardRow): string =>
    row.running ? aboutLink(row) : linkTo('system', [row.key], { board: board.name });
  const taskLink = (row: LeaderboardRow, { task }: BoardColumn): string | undefined =>
    task && row.source.group === 'own'
      ? linkTo('task', [task.key], { board: board.name, system: row.key })
      : undefined;

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className="board-scroll" ref={scroller} tabIndex={0} aria-label="Leaderboard">
      <table
        className={ranged > 0 ? 'board ranged' : 'board'}
        aria-rowcount={shown.length + 1}
        onKeyDown={pressed}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th className="tick" scope="col">
              <span className="visually-hidden">Compare</span>
            </th>
            <th className="place" scope="col">
              #
            </th>
            <Heading id="system" state={state} title="System" />
            <Heading
              id="mean"
              state={state}
              title={family ? board.families[family]! : 'Mean'}
              text="Mean"
              number
            />
            {ranged > 0 && (
              <Heading
                id="range"
                state={state}
                title="Ranks among your systems that other queries could give; a test tells apart those that share no letter"
                text="Ranks"
              />
            )}
            {columns.map(({ id, heading, title }) => (
              <Heading key={id} id={id} state={state} title={title} text={heading} number />
            ))}
            <Heading id="source" state={state} title="Source" />
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Gap height={before} width={width} />}
          {items.map(({ index }) => {
            const row = shown[index]!;
            const score = leadScore(row, family);
            const ticked = state.ticked.includes(row.key);
            return (
              <tr
                key={row.key}
                data-index={index}
                aria-rowindex={index + 2}
                tabIndex={index === current ? 0 : -1}
                onFocus={() => setCurrent(index)}
                className={`${ticked ? 'ticked ' : ''}${row.running ? 'running ' : ''}${row.source.group === 'own' ? 'own' : ''}`}
              >
                <td className="tick">
                  <input
                    type="checkbox"
                    checked={ticked}
                    tabIndex={-1}
                    aria-label={`Compare ${row.name}`}
                    onChange={() => tick(state, row.key)}
                  />
                </td>
                <td className="place">{row.running ? '–' : (ranks.get(row.key) ?? '–')}</td>
                <SystemCell row={row} href={rowLink(row)} sameAs={sameAs} />
                <MeanCell
                  row={row}
                  score={row.running ? undefined : score}
                  top={scale.top}
                  interval={family === '' ? row.interval : undefined}
                />
                {ranged > 0 && <RangeCell row={row} of={ranged} />}
                {columns.map((column) => (
                  <NumberCell
                    key={column.id}
                    row={row}
                    column={column}
                    shade={state.heat && column.heat ? scale.shade(row, column) : undefined}
                    href={taskLink(row, column)}
                  />
                ))}
                <SourceCell row={row} href={aboutLink(row)} />
              </tr>
            );
          })}
          {after > 0 && <Gap height={after} width={width} />}
        </tbody>
      </table>
    </section>
  );
};

/** Rows that are not drawn keep their place. */
const Gap = ({ height, width }: { height: number; width: number }) => (
  <tr className="undrawn">
    <td colSpan={width} style={{ height }} />
  </tr>
);

type HeadingProps = { id: string; title: string; text?: string; number?: boolean; state: ViewState };
const Heading = ({ id, title, text = title, number = false, state: { sort } }: HeadingProps) => {
  const on = sort.replace(/^-/, '') === id;
  const descending = sort.startsWith('-');
  const next = on ? (descending ? id : `-${id}`) : id === 'system' || id === 'source' ? id : `-${id}`;
  return (
    <th
      scope="col"
      className={`${number ? 'number ' : ''}${on ? 'on' : ''}`}
      aria-sort={on ? (descending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        title={title}
        onClick={() => changeState({ sort: next === '-mean' ? undefined : next })}
      >
        {text}
        <span aria-hidden="true">{on ? (descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
};

/** More than 1 tells the best scores of a column from good ones. */
const CONTRAST = 1.8;

/** The scale of bars, and how dark a score is among those of its column. */
const scaleOf = (rows: readonly LeaderboardRow[], columns: readonly BoardColumn[], family: string) => {
  const scores = rows.flatMap((row) => [leadScore(row, family) ?? 0, row.interval?.[1] ?? 0]);
  const ends = new Map(
    columns
      .filter(({ heat }) => heat)
      .map((column) => {
        const values = rows.flatMap((row) => column.value(row) ?? []).map(Number);
        return [column.id, [Math.min(...values), Math.max(...values)] as const];
      }),
  );
  return {
    top: Math.max(0.05, ...scores),
    shade: (row: LeaderboardRow, column: BoardColumn): number | undefined => {
      const value = column.value(row);
      const [low, high] = ends.get(column.id) ?? [0, 1];
      return typeof value === 'number' && high > low ? ((value - low) / (high - low)) ** CONTRAST : undefined;
    },
  };
};
