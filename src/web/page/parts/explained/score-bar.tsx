import { type ScorePart, shownName } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { BarScale } from './bar-scale.js';

/** Parts drawn one by one; the others are one piece. */
const DRAWN = 24;
/** The share of the scale that a name needs to be read. */
const NAMED = 0.065;

interface Piece {
  readonly name: string;
  readonly value: number;
  readonly rest?: boolean;
}

const piecesOf = (parts: readonly ScorePart[]): readonly Piece[] => {
  const named = parts.map((part) => ({ ...part, name: shownName(part) }));
  if (parts.length <= DRAWN + 1) return named;
  const rest = parts.slice(DRAWN);
  const value = rest.reduce((sum, part) => sum + part.value, 0);
  return [...named.slice(0, DRAWN), { name: `${rest.length} more`, value, rest: true }];
};

type ScoreBarProps = { parts: readonly ScorePart[]; score: number; scale: BarScale };

/** A score as what it is: a sum of parts, each as long as it is large; those below zero go to the left. */
export const ScoreBar = ({ parts, score, scale }: ScoreBarProps) => {
  const width = scale.most - scale.least;
  const ends = { up: -scale.least / width, down: -scale.least / width };
  const pieces = piecesOf(parts).map((piece) => {
    const size = Math.abs(piece.value) / width;
    if (piece.value >= 0) {
      ends.up += size;
      return { ...piece, size, from: ends.up - size };
    }
    ends.down -= size;
    return { ...piece, size, from: ends.down };
  });
  return (
    <div className="score-bar" role="img" aria-label={sumText(parts, score)}>
      <span className="pieces">
        {pieces.map(({ name, value, size, from, rest }, i) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is fixed
            key={i}
            className={rest ? 'piece rest' : value < 0 ? 'piece below' : 'piece'}
            style={{ left: `${from * 100}%`, width: `${size * 100}%` }}
            title={`${name}: ${format.part(value)}`}
          >
            {size >= NAMED && name}
          </span>
        ))}
        <b style={{ left: `${ends.up * 100}%` }}>{format.part(score)}</b>
      </span>
    </div>
  );
};

/** `56.22 = 4.348 spirit + 3.482 each + 48.39 of 25 more`. */
const sumText = (parts: readonly ScorePart[], score: number): string => {
  const shown = parts.slice(0, 4).map((part) => `${format.part(part.value)} ${shownName(part)}`);
  const rest = parts.slice(4);
  const sum = rest.reduce((total, { value }) => total + value, 0);
  return `${format.part(score)} = ${[...shown, ...(rest.length > 0 ? [`${format.part(sum)} of ${rest.length} more`] : [])].join(' + ')}`;
};
