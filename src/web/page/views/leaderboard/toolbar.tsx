import { useRef } from 'react';
import type { SystemKind } from '../../../../analysis/leaderboard/index.js';
import type { Board, Leaderboard, LeaderboardRow } from '../../../page-data/index.js';
import { changeState } from '../../address.js';
import { Action } from '../../parts/action.js';
import { Choice } from '../../parts/choice.js';
import { CopyMenu } from '../../parts/copy-menu.js';
import { KINDS, Kind } from '../../parts/kind.js';
import { Popover } from '../../parts/popover.js';
import { MeasureChoice, Select } from '../../parts/select.js';
import { useKeys } from '../../parts/typing.js';
import type { BoardColumn } from './columns.js';
import { copyTexts } from './copy-texts.js';
import { filterCount } from './filter-rows.js';
import { NO_FILTERS, toggled, type ViewState } from './view-state.js';

const SOURCES = { own: 'Yours', r2med: 'R2MED', mteb: 'MTEB', papers: 'Papers', hakari: 'HAKARI' } as const;
const SIZES = [0.5, 1, 2, 4, 8, 16, 32, 80];

interface ToolbarProps {
  table: Leaderboard;
  state: ViewState;
  columns: readonly BoardColumn[];
  shown: readonly BoardColumn[];
  /** Those that are shown, in order. */
  rows: readonly LeaderboardRow[];
}

/** Everything that decides which rows and columns are shown. */
export const Toolbar = ({ table, state, columns, shown, rows: sorted }: ToolbarProps) => {
  const { board, rows, measure } = table;
  const kinds = (Object.keys(KINDS) as SystemKind[]).filter((kind) => rows.some((row) => row.kind === kind));
  const sources = (Object.keys(SOURCES) as (keyof typeof SOURCES)[]).filter((group) =>
    rows.some(({ source }) => source.group === group),
  );
  const filters = filterCount(state);
  return (
    <search className="tools no-print" aria-label="Rows and columns">
      <Search value={state.search} />
      {kinds.length > 1 && (
        <Choice
          label="Kind"
          all="All kinds"
          chosen={state.kinds}
          options={kinds.map((kind) => [kind, <Kind key={kind} kind={kind} />])}
          choose={(value) => changeState({ kind: value && toggled(state.kinds, value) })}
        />
      )}
      {sources.length > 1 && (
        <Choice
          label="Source"
          all="All sources"
          chosen={state.sources}
          options={sources.map((group) => [group, SOURCES[group]])}
          choose={(value) => changeState({ source: value && toggled(state.sources, value) })}
        />
      )}
      <MoreFilters board={board} rows={rows} state={state} />
      {filters > 0 && (
        <Action onClick={() => changeState(NO_FILTERS)}>
          Clear {filters === 1 ? 'filter' : `${filters} filters`}
        </Action>
      )}
      <span className="space" />
      <MeasureChoice board={board} measure={measure.name} />
      {board.tasks.length > 1 && <TaskChoice table={table} state={state} />}
      <ColumnChoice columns={columns} shown={shown} state={state} />
      <CopyMenu texts={copyTexts(table, sorted, shown)} />
    </search>
  );
};

const Search = ({ value }: { value: string }) => {
  const field = useRef<HTMLInputElement>(null);
  useKeys((event) => {
    if (event.key !== '/') return;
    event.preventDefault();
    field.current?.focus();
    field.current?.select();
  });
  return (
    <label className="search-field">
      <span className="visually-hidden">Filter systems</span>
      <input
        ref={field}
        type="search"
        placeholder="Filter systems"
        value={value}
        onChange={({ target }) => changeState({ q: target.value }, true)}
      />
      <kbd>/</kbd>
    </label>
  );
};

type MoreFiltersProps = { board: Board; rows: readonly LeaderboardRow[]; state: ViewState };
const MoreFilters = ({ board, rows, state }: MoreFiltersProps) => {
  const values = (
    of: (row: LeaderboardRow) => string | readonly string[] | undefined,
  ): Readonly<Record<string, string>> =>
    Object.fromEntries([...new Set(rows.flatMap((row) => of(row) ?? []))].sort().map((name) => [name, name]));
  const place = state.size === undefined ? SIZES.length : SIZES.findIndex((size) => size >= state.size!);
  const active = [
    state.family,
    state.size,
    state.open,
    state.generated,
    state.llm,
    state.method,
    state.licence,
    state.untrained,
  ].filter(Boolean);
  const licences = values(({ licences: of }) => of);
  return (
    <Popover label={active.length > 0 ? `Filters · ${active.length}` : 'Filters'}>
      <div className="filter-grid">
        <Filter name="family" label="Tasks of" all="all families" values={board.families} state={state} />
        <label htmlFor="filter-size">Size up to</label>
        <span className="size">
          <input
            id="filter-size"
            type="range"
            min={0}
            max={SIZES.length}
            value={place}
            aria-valuetext={state.size === undefined ? 'any size' : `${state.size} billion parameters`}
            onChange={({ target }) => changeState({ size: SIZES[Number(target.value)]?.toString() }, true)}
          />
          <output>{state.size === undefined ? 'any' : `${state.size} B`}</output>
        </span>
        <Filter name="open" label="Open weights" values={{ yes: 'yes', no: 'no' }} state={state} />
        <Filter
          name="generated"
          label="Generated text"
          values={{ yes: 'used', no: 'not used' }}
          state={state}
        />
        <Filter name="method" label="Method" values={values((row) => row.method)} state={state} />
        <Filter name="llm" label="LLM" values={values((row) => row.llm)} state={state} />
        <Filter
          name="licence"
          label="Licence"
          values={Object.keys(licences).length > 0 ? { business: 'commercial use allowed', ...licences } : {}}
          state={state}
        />
        <Filter
          name="untrained"
          label="Not trained on"
          all="any data"
          values={values((row) => row.trainedOn)}
          state={state}
        />
      </div>
    </Popover>
  );
};

interface FilterProps {
  name: 'family' | 'open' | 'generated' | 'method' | 'llm' | 'licence' | 'untrained';
  label: string;
  all?: string;
  values: Readonly<Record<string, string>>;
  state: ViewState;
}

/** A filter of the address, where there is something to choose. */
const Filter = ({ name, label, all = 'any', values, state }: FilterProps) =>
  Object.keys(values).length > 0 && (
    <>
      <label htmlFor={`filter-${name}`}>{label}</label>
      <Select
        id={`filter-${name}`}
        value={state[name]}
        options={[['', all], ...Object.entries(values)]}
        choose={(value) => changeState({ [name]: value })}
      />
    </>
  );

/** The tasks of the mean. */
type TaskChoiceProps = { table: Leaderboard; state: ViewState };
const TaskChoice = ({ table: { board, meanOf }, state: { tasks } }: TaskChoiceProps) => {
  const counted = board.tasks.filter(({ name }) => meanOf.includes(name)).map(({ key }) => key);
  return (
    <Popover label={tasks.length > 0 ? `Mean of ${counted.length}` : 'Mean of'} end>
      <fieldset className="column-group">
        <legend>Tasks of the mean</legend>
        {board.tasks.map(({ key, name }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={counted.includes(key)}
              disabled={counted.length === 1 && counted[0] === key}
              onChange={() => changeState({ tasks: toggled(counted, key) }, true)}
            />{' '}
            {name}
          </label>
        ))}
      </fieldset>
      <Action onClick={() => changeState({ tasks: board.tasks.map(({ key }) => key).join() })}>
        All tasks
      </Action>{' '}
      <Action onClick={() => changeState({ tasks: undefined })}>Tasks that all of yours have</Action>
    </Popover>
  );
};

type ColumnChoiceProps = { columns: readonly BoardColumn[]; shown: readonly BoardColumn[]; state: ViewState };
const ColumnChoice = ({ columns, shown, state }: ColumnChoiceProps) => {
  const ids = shown.map(({ id }) => id);
  return (
    <Popover label="Columns" end>
      {(['Means', 'Tasks', 'System', 'Cost'] as const).map((group) => (
        <fieldset key={group} className="column-group">
          <legend>{group}</legend>
          {columns
            .filter((column) => column.group === group)
            .map(({ id, title }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={ids.includes(id)}
                  onChange={() => changeState({ columns: toggled(ids, id) || ',' }, true)}
                />{' '}
                {title}
              </label>
            ))}
        </fieldset>
      ))}
      <label>
        <input
          type="checkbox"
          checked={state.heat}
          onChange={() => changeState({ heat: state.heat ? 'off' : undefined }, true)}
        />{' '}
        Shade scores
      </label>
      <Action onClick={() => changeState({ columns: undefined, heat: undefined })}>Usual columns</Action>
    </Popover>
  );
};
