import type { CSSProperties } from 'react';
import { own } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { LeaderboardRow } from '../../../page-data/index.js';
import { Kind } from '../../parts/kind.js';
import { type TermMark, termMarks } from '../../parts/term-marks.js';
import type { BoardColumn } from './columns.js';

/** Shares between 0 and 1 that the style turns into lengths and shades. */
const shares = (values: Readonly<Record<`--${string}`, number>>): CSSProperties => values as CSSProperties;

/** What a system is made of, in one line. */
const madeOf = ({ retriever, reranker, llm, method, cost, source }: LeaderboardRow): string => {
  const parts = [
    ...(method ? [llm ? `${method}(${llm})` : method] : llm ? [llm] : []),
    ...(retriever ? [retriever] : []),
    ...(reranker ? [reranker] : []),
  ].map((part) => part.slice(part.lastIndexOf('/') + 1));
  if (parts.length > 0) return parts.join(' → ');
  return source.group === 'own' && cost?.secondsPerQuery !== undefined
    ? `${format.seconds(cost.secondsPerQuery)} per query`
    : '';
};

/** Name, kind and parts of a system; the name leads to the system, or to what is known of the row. */
export const SystemCell = ({
  row,
  href,
  sameAs,
}: {
  row: LeaderboardRow;
  href: string;
  sameAs: readonly string[];
}) => {
  const marks: readonly TermMark[] = [
    ...row.marks.map((mark) => ({ mark, means: '' })),
    ...termMarks(row, sameAs),
  ];
  const marked = (className: string) =>
    marks.map(({ mark, means }) => (
      <span key={mark} className={className} title={means || undefined}>
        {mark}
        {means && <span className="visually-hidden">, {means}</span>}
      </span>
    ));
  return (
    <th scope="row" className="system">
      <span className="name-line">
        <a href={href} className="name" title={row.name}>
          {row.name}
        </a>
        {marked('mark-pill')}
      </span>
      <small>
        {marked('mark-below')}
        <Kind kind={row.kind} />
        {row.running
          ? ` · running, ${row.running.tasksDone} of ${row.running.tasks} tasks${row.running.now ? ` · ${row.running.now}` : ''}`
          : madeOf(row) && ` · ${madeOf(row)}`}
      </small>
    </th>
  );
};

interface MeanCellProps {
  row: LeaderboardRow;
  score: number | undefined;
  top: number;
  interval: readonly [number, number] | undefined;
}

/** The mean over a thin bar, with its interval as whiskers. `top` is the highest score of the scale. */
export const MeanCell = ({ row, score, top, interval }: MeanCellProps) => {
  if (score === undefined)
    return (
      <td className="mean number">
        <span className="partial">{row.running ? 'running' : 'partial'}</span>
      </td>
    );
  return (
    <td className="mean number" title={interval && `95 % interval ${format.interval(interval)}`}>
      <b>{format.score(score)}</b>
      <span className="bar" style={shares({ '--w': score / top })} />
      {interval && (
        <span
          className="whisker"
          style={shares({ '--low': interval[0] / top, '--high': Math.min(1, interval[1] / top) })}
        />
      )}
      {interval && <span className="visually-hidden">, 95 % interval {format.interval(interval)}</span>}
    </td>
  );
};

/** Ranks among own rows that other queries could give, drawn on the scale of all of them, and the letters of those no test tells it from. */
export const RangeCell = ({ row: { rankRange, sets = [] }, of }: { row: LeaderboardRow; of: number }) => {
  if (!rankRange) return <td className="range" />;
  const [best, worst] = rankRange;
  const ranks = best === worst ? `${best}` : `${best}–${worst}`;
  const letters = lettersOf(sets);
  return (
    <td
      className="range"
      title={`Rank ${ranks} of your ${of} systems in 95 % of resampled queries. A test tells it from every one that has none of its letters (${letters}).`}
    >
      <span className="range-text">
        {ranks} <b className="group">{letters}</b>
      </span>
      <span className="range-line" style={shares({ '--from': (best - 1) / of, '--to': worst / of })} />
    </td>
  );
};

/** As few as can be read: three or more that follow each other are written from the first to the last. */
const lettersOf = (sets: readonly number[]): string => {
  const runs: number[][] = [];
  for (const set of sets)
    if (runs.at(-1)?.at(-1) === set - 1) runs.at(-1)!.push(set);
    else runs.push([set]);
  const written = (run: readonly number[]): string =>
    run.length > 2 ? `${letterOf(run[0]!)}–${letterOf(run.at(-1)!)}` : run.map(letterOf).join('');
  return runs.map(written).join(' ');
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const letterOf = (set: number): string => LETTERS[set] ?? `(${set + 1})`;

interface NumberCellProps {
  row: LeaderboardRow;
  column: BoardColumn;
  /** Between 0 and 1; undefined without shade. */
  shade: number | undefined;
  href: string | undefined;
}

/** A number of a column; a score is shaded, and of the user's own rows a door to the task. */
export const NumberCell = ({ row, column, shade, href }: NumberCellProps) => {
  const text = column.text(row);
  const { task } = column;
  const isIncomplete =
    task !== undefined && !Object.hasOwn(row.scores, task.name) && Object.hasOwn(row.incomplete, task.name);
  const interval = task && own(row.intervals, task.name);
  const shown = isIncomplete ? `(${text})` : text;
  const missing = text === format.none;
  return (
    <td
      className={`number${column.quiet ? ' quiet' : ''}${missing ? ' no-value' : ''}${shade === undefined ? '' : ' heat'}`}
      {...(shade !== undefined && { style: shares({ '--a': shade }) })}
      title={interval ? `${task!.name}: 95 % interval ${format.interval(interval)}` : undefined}
    >
      {href && !missing ? <a href={href}>{shown}</a> : shown}
      {interval && <span className="visually-hidden">, 95 % interval {format.interval(interval)}</span>}
    </td>
  );
};

/** Where the numbers are from, and when; leads to protocol and caveats. */
export const SourceCell = ({ row, href }: { row: LeaderboardRow; href: string }) => (
  <td className="source">
    <a href={href} title="Source, protocol and caveats">
      {row.source.group === 'own' ? 'Yours' : row.source.name}
      {row.caveats.length > 0 && (
        <sup>
          {row.caveats.length}
          <span className="visually-hidden"> caveats</span>
        </sup>
      )}
    </a>
    <small>{format.day(row.date)}</small>
  </td>
);
