import type { SystemKind } from '../../../../analysis/leaderboard/index.js';
import type { RowSource } from '../../../page-data/index.js';
import { changeState, type State } from '../../address.js';

/** What the reader chose, all of it in the address. */
export interface ViewState {
  /** Column, with `-` before it for the highest first. */
  readonly sort: string;
  readonly search: string;
  readonly kinds: readonly SystemKind[];
  readonly sources: readonly RowSource['group'][];
  /** Keys or names of the tasks of the mean; none for those that all own systems have. */
  readonly tasks: readonly string[];
  /** The family whose tasks are shown; empty for all. */
  readonly family: string;
  /** Largest number of parameters, in billions. */
  readonly size?: number;
  readonly open: '' | 'yes' | 'no';
  readonly generated: '' | 'yes' | 'no';
  readonly llm: string;
  readonly method: string;
  /** A licence of its models, or `business`: all of them allow it. */
  readonly licence: string;
  /** A training set that its models name others than. */
  readonly untrained: string;
  /** Optional columns that are shown; undefined for the usual ones. */
  readonly columns?: readonly string[];
  readonly heat: boolean;
  readonly ticked: readonly string[];
  readonly onlyTicked: boolean;
  /** The row whose sources and caveats are open. */
  readonly about: string;
}

const list = (text: string | null): readonly string[] => text?.split(',').filter(Boolean) ?? [];

const oneOf = <T extends string>(text: string | null, allowed: readonly T[]): T | '' =>
  allowed.find((each) => each === text) ?? '';

/** Whatever an address says, as a state; what it does not know is left out. */
export const readState = (state: URLSearchParams): ViewState => {
  const size = Number(state.get('size'));
  const columns = state.get('columns');
  return {
    sort: state.get('sort') || '-mean',
    search: state.get('q') ?? '',
    kinds: list(state.get('kind')) as readonly SystemKind[],
    sources: list(state.get('source')) as readonly RowSource['group'][],
    tasks: list(state.get('tasks')),
    family: state.get('family') ?? '',
    ...(size > 0 && { size }),
    open: oneOf(state.get('open'), ['yes', 'no']),
    generated: oneOf(state.get('generated'), ['yes', 'no']),
    llm: state.get('llm') ?? '',
    method: state.get('method') ?? '',
    licence: state.get('licence') ?? '',
    untrained: state.get('untrained') ?? '',
    ...(columns !== null && { columns: list(columns) }),
    heat: state.get('heat') !== 'off',
    ticked: list(state.get('tick')),
    onlyTicked: state.get('only') === 'ticked',
    about: state.get('about') ?? '',
  };
};

/** Turns a value of a list on or off. */
export const toggled = (values: readonly string[], value: string): string =>
  (values.includes(value) ? values.filter((each) => each !== value) : [...values, value]).join(',');

/** Every filter off; columns, heat and ticks stay. */
export const NO_FILTERS: State = Object.fromEntries(
  'q kind source family size open generated llm method licence untrained only'
    .split(' ')
    .map((name) => [name, undefined]),
);

export const tick = ({ ticked }: ViewState, key: string): void =>
  changeState({ tick: toggled(ticked, key) }, true);
