import type { Board, LeaderboardRow } from '../../../page-data/index.js';
import { changeState } from '../../address.js';
import { Action } from '../../parts/action.js';
import { MeasureChoice, Select } from '../../parts/select.js';
import { MOST } from './view-state.js';

const LETTERS = 'ABCD';

const choose = (keys: readonly string[]): void =>
  changeState({ systems: keys.join(','), b: undefined, open: undefined });

interface PickerProps {
  rows: readonly LeaderboardRow[];
  own: readonly LeaderboardRow[];
  board: Board;
  measure: string;
}

/** Which systems are compared, and by what. A is the one that the others are held against. */
export const Picker = ({ rows, own, board, measure }: PickerProps) => {
  const keys = rows.map(({ key }) => key as string);
  const free = own.filter(({ key }) => !keys.includes(key));
  return (
    <div className="tools no-print">
      {rows.map((row, i) => (
        <span key={row.key} className="picked">
          <label>
            <b>{LETTERS[i]}</b>
            <Select
              className="action"
              label={`System ${LETTERS[i]}`}
              value={row.key}
              options={own.map(({ key, name }) => [key, name])}
              choose={(to) =>
                choose(keys.map((key, place) => (place === i ? to : key === to ? row.key : key)))
              }
            />
          </label>
          {i > 1 && (
            <Action
              aria-label={`Leave out ${row.name}`}
              onClick={() => choose(keys.filter((key) => key !== row.key))}
            >
              ×
            </Action>
          )}
          {i === 0 && (
            <Action title="Swap A and B (s)" aria-label="Swap A and B" onClick={() => swap(keys)}>
              ⇄
            </Action>
          )}
        </span>
      ))}
      {rows.length < MOST && free.length > 0 && (
        <Select
          className="action add"
          label="Add a system"
          value=""
          options={[['', '+ system'], ...free.map(({ key, name }) => [key, name] as const)]}
          choose={(key) => choose([...keys, key])}
        />
      )}
      <span className="space" />
      <MeasureChoice board={board} measure={measure} />
    </div>
  );
};

/** A and B change places; the others stay. */
export const swap = ([a, b, ...others]: readonly string[]): void => choose([b!, a!, ...others]);
