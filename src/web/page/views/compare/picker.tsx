import type { Board, LeaderboardRow } from '../../../page-data/index.js';
import { changeState } from '../../address.js';
import { MOST } from './view-state.js';

const LETTERS = 'ABCD';

const choose = (keys: readonly string[]): void =>
  changeState({ systems: keys.join(','), b: undefined, open: undefined });

/** Which systems are compared, and by what. A is the one that the others are held against. */
export const Picker = ({
  rows,
  own,
  board,
  measure,
}: {
  rows: readonly LeaderboardRow[];
  own: readonly LeaderboardRow[];
  board: Board;
  measure: string;
}) => {
  const keys = rows.map(({ key }) => key as string);
  const free = own.filter(({ key }) => !keys.includes(key));
  return (
    <div className="tools no-print">
      {rows.map((row, i) => (
        <span key={row.key} className="picked">
          <label>
            <b>{LETTERS[i]}</b>
            <select
              className="action"
              value={row.key}
              aria-label={`System ${LETTERS[i]}`}
              onChange={({ target }) =>
                choose(
                  keys.map((key, place) =>
                    place === i ? target.value : key === target.value ? row.key : key,
                  ),
                )
              }
            >
              {own.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {i > 1 && (
            <button
              type="button"
              className="action"
              aria-label={`Leave out ${row.name}`}
              onClick={() => choose(keys.filter((key) => key !== row.key))}
            >
              ×
            </button>
          )}
          {i === 0 && (
            <button
              type="button"
              className="action"
              title="Swap A and B (s)"
              aria-label="Swap A and B"
              onClick={() => swap(keys)}
            >
              ⇄
            </button>
          )}
        </span>
      ))}
      {rows.length < MOST && free.length > 0 && (
        <select
          className="action add"
          value=""
          aria-label="Add a system"
          onChange={({ target }) => choose([...keys, target.value])}
        >
          <option value="">+ system</option>
          {free.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      )}
      <span className="space" />
      {board.measures.length > 1 && (
        <select
          className="action"
          value={measure}
          aria-label="Measure"
          onChange={({ target }) => changeState({ measure: target.value })}
        >
          {board.measures.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </div>
  );
};

/** A and B change places; the others stay. */
export const swap = ([a, b, ...others]: readonly string[]): void => choose([b!, a!, ...others]);
