import { Chart, type ChartProps } from './chart.js';
import { fitted } from './fitted.js';
import { Level, Linked } from './marks.js';
import type { Palette } from './palette.js';

/** A document in a ranking. */
export interface RankedDocument {
  readonly id: string;
  readonly title: string;
  readonly gold: boolean;
  readonly href?: string;
}

/** A ranking: its first documents, and the ranks of relevant documents below them. */
export interface RankedColumn {
  readonly key: string;
  readonly name: string;
  readonly top: readonly RankedDocument[];
  /** Ranks of relevant documents by id; null where one was not returned. */
  readonly goldRanks: Readonly<Record<string, number | null>>;
}

const ROW = 26;
const HEAD = 30;
const GAP = 84;

/** Rankings side by side, with a line between the places of a document. Relevant documents are marked by a diamond, a word and a thick line. */
export const RankLines = ({
  columns,
  titles,
  label,
  palette,
  width,
}: ChartProps & {
  columns: readonly RankedColumn[];
  /** Of relevant documents below the first, by id. */
  titles: Readonly<Record<string, string>>;
  width: number;
}) => {
  const gold = [...new Set(columns.flatMap(({ goldRanks }) => Object.keys(goldRanks)))];
  const rows = Math.max(1, ...columns.map(({ top }) => top.length));
  const wide = (width - GAP * (columns.length - 1)) / columns.length;
  const below = columns.map((column) =>
    gold
      .filter((id) => placeOf(column, id) < 0)
      .sort((one, other) => rankOf(column, one) - rankOf(column, other)),
  );
  const height = HEAD + (rows + Math.max(0, ...below.map(({ length }) => length))) * ROW + 26;
  const yOf = (i: number): number => HEAD + i * ROW + ROW / 2;
  /** The place where a document stands in a column, if it stands there. */
  const yIn = (c: number, id: string): number | undefined => {
    const place = placeOf(columns[c]!, id);
    if (place >= 0) return yOf(place);
    const under = below[c]!.indexOf(id);
    return under < 0 ? undefined : yOf(rows + under) + 14;
  };
  const left = (c: number): number => c * (wide + GAP);
  return (
    <Chart width={width} height={height} label={label} palette={palette} links>
      {columns.slice(1).map((column, i) => (
        <g key={column.key} fill="none">
          {[...new Set([...columns[i]!.top, ...column.top].map(({ id }) => id).concat(gold))].map((id) => {
            const [from, to] = [yIn(i, id), yIn(i + 1, id)];
            if (from === undefined || to === undefined) return null;
            const isGold = gold.includes(id);
            const [x1, x2] = [left(i) + wide + 4, left(i + 1) - 4];
            const bend = (x2 - x1) * 0.45;
            return (
              <path
                key={id}
                d={`M${x1} ${from}C${x1 + bend} ${from} ${x2 - bend} ${to} ${x2} ${to}`}
                stroke={isGold ? palette.gold : palette.muted}
                strokeOpacity={isGold ? 1 : 0.5}
                strokeWidth={isGold ? 2.5 : 1}
              />
            );
          })}
        </g>
      ))}
      {columns.map((column, c) => (
        <g key={column.key}>
          <text x={left(c)} y={14} fontWeight={600}>
            <title>{column.name}</title>
            {fitted(`${LETTERS[c]}  ${column.name}`, wide)}
          </text>
          {column.top.length === 0 && (
            <text x={left(c)} y={yOf(0) + 4} fill={palette.muted}>
              found nothing
            </text>
          )}
          {column.top.map((document, i) => (
            <Row
              key={document.id}
              document={document}
              rank={`${i + 1}`}
              x={left(c)}
              y={yOf(i)}
              width={wide}
              palette={palette}
            />
          ))}
          {below[c]!.map((id, i) => (
            <Row
              key={id}
              document={{ id, title: Object.hasOwn(titles, id) ? titles[id]! : id, gold: true }}
              rank={column.goldRanks[id] ? `${column.goldRanks[id]}` : '–'}
              x={left(c)}
              y={yOf(rows + i) + 14}
              width={wide}
              palette={palette}
            />
          ))}
          {below[c]!.length > 0 && (
            <Level
              x={[left(c), left(c) + wide]}
              y={HEAD + rows * ROW + 7}
              stroke={palette.muted}
              strokeDasharray="2 4"
            />
          )}
        </g>
      ))}
    </Chart>
  );
};

const LETTERS = 'ABCD';

const placeOf = ({ top }: RankedColumn, id: string): number => top.findIndex((each) => each.id === id);

/** Those that were not returned come last. */
const rankOf = ({ goldRanks }: RankedColumn, id: string): number => goldRanks[id] ?? Number.MAX_SAFE_INTEGER;

interface RowProps {
  document: RankedDocument;
  rank: string;
  x: number;
  y: number;
  width: number;
  palette: Palette;
}

const Row = ({ document: { id, title, gold, href }, rank, x, y, width, palette }: RowProps) => {
  const text = (
    <text x={x + 46} y={y + 4} fontWeight={gold ? 600 : 400} fill={gold ? palette.gold : palette.text}>
      <title>{`${rank}: ${title} (${id}${gold ? ', relevant' : ''})`}</title>
      {fitted(title, width - 46)}
    </text>
  );
  return (
    <g>
      <text x={x + 26} y={y + 4} textAnchor="end" fill={palette.muted}>
        {rank}
      </text>
      {gold && <path d={`M${x + 36} ${y - 6}l6 6l-6 6l-6 -6Z`} fill={palette.gold} />}
      <Linked href={href}>{text}</Linked>
    </g>
  );
};
