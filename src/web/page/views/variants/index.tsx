import './variants.css';
import { groupBy } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import {
  addresses,
  type BoardMeasure,
  type BoardVariants,
  type Key,
  type Leaderboard,
  type LeaderboardRow,
} from '../../../page-data/index.js';
import { changeState, linkTo } from '../../address.js';
import { DataTable } from '../../parts/data-table.js';
import { MeasureChoice, Select } from '../../parts/select.js';
import { Name, Section } from '../../parts/texts.js';
import { VariantDifferences } from '../../parts/variant-differences.js';
import { useLeaderboard, useResource } from '../../resources.js';
import { Command, Empty, Ready, suiteOf } from '../../states.js';
import type { View, ViewProps } from '../../view.js';

const VariantsView = ({ board, address: { state } }: ViewProps) => {
  const table = useLeaderboard(board, state.get('measure'));
  return (
    <Ready of={useResource(addresses.boardVariants(board.key))} what="the variants">
      {(found) => (
        <Ready of={table} what="their scores">
          {(rows) => <Variants {...{ found, table: rows, state }} />}
        </Ready>
      )}
    </Ready>
  );
};

type VariantsProps = { found: BoardVariants; table: Leaderboard; state: URLSearchParams };
const Variants = ({ found: { variants }, table, state }: VariantsProps) => {
  const { board, measure, rows } = table;
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const bases = [...groupBy(variants, ({ base }) => base)]
    .flatMap(([key, of]) => (byKey.has(key) ? [{ row: byKey.get(key)!, of }] : []))
    .sort((a, b) => (b.row.mean ?? -1) - (a.row.mean ?? -1));
  const base = bases.find(({ row }) => row.key === state.get('base')) ?? bases[0];
  return (
    <>
      <h1>What does each change gain?</h1>
      <p className="lead">
        Your systems that are another of them but for one thing: a part left out, smaller vectors, an
        approximate search. Each is shown as the difference from its base, {measure.name} × 100.
      </p>
      {base === undefined ? (
        <Empty title={`No system of yours on ${board.title} is a variant of another`} within>
          <p>This runs a system also without each of its parts:</p>
          <Command
            words={['run', '--suite', suiteOf(board.name), '--system', 'rrf(bm25, lsa)', '--ablate']}
            folder="--out"
          />
        </Empty>
      ) : (
        <>
          <div className="tools no-print">
            <label>
              System{' '}
              <Select
                className="action"
                value={base.row.key}
                options={bases.map(({ row }) => [row.key, row.name])}
                choose={(key) => changeState({ base: key })}
              />
            </label>
            <MeasureChoice board={board} measure={measure.name} />
          </div>
          <Chosen base={base.row} measure={measure} table={table} />
          <Overview bases={bases} byKey={byKey} table={table} chosen={base.row.key} state={state} />
        </>
      )}
    </>
  );
};

type ChosenProps = { base: LeaderboardRow; measure: BoardMeasure; table: Leaderboard };
const Chosen = ({ base, measure, table: { board, rows } }: ChosenProps) => (
  <Section
    id="chosen"
    title={
      <a href={linkTo('system', [base.key], { board: board.name })}>
        <bdi>{base.name}</bdi>
      </a>
    }
    small={`${measure.name} ${format.score(base.mean)}${base.interval ? `, 95 % interval ${format.interval(base.interval)}` : ''}`}
  >
    <VariantDifferences board={board} measure={measure} system={base.key} names={namesOf(rows)} />
  </Section>
);

export const namesOf = (rows: readonly LeaderboardRow[]): Readonly<Record<string, string>> =>
  Object.fromEntries(rows.map(({ key, name }) => [key, name]));

interface OverviewProps {
  bases: readonly { readonly row: LeaderboardRow; readonly of: BoardVariants['variants'] }[];
  byKey: ReadonlyMap<Key, LeaderboardRow>;
  table: Leaderboard;
  chosen: Key;
  state: URLSearchParams;
}

/** Every base with its variants; the differences are those of the means of the board. */
const Overview = ({ bases, byKey, table: { board, meanOf }, chosen, state }: OverviewProps) => (
  <Section id="all" title="All variants" small={`means of ${meanOf.length} of ${board.tasks.length} tasks`}>
    <DataTable
      label="All variants"
      className="plain variants"
      rows={bases.flatMap(({ row, of }) => [
        { row, kind: undefined, change: '', base: row },
        ...of.flatMap(({ variant, kind, change }) => {
          const found = byKey.get(variant);
          return found ? [{ row: found, kind, change, base: row }] : [];
        }),
      ])}
      keyOf={({ row, base, change }) => `${base.key} ${row.key} ${change}`}
      rowClass={({ kind, row }) =>
        kind === undefined ? (row.key === chosen ? 'base chosen' : 'base') : 'variant'
      }
      columns={[
        [
          'System',
          ({ row, kind }) =>
            kind === undefined ? (
              <Name href={linkTo('variants', [], { ...Object.fromEntries(state), base: row.key })}>
                {row.name}
              </Name>
            ) : (
              <Name href={linkTo('system', [row.key], { board: board.name })}>{row.name}</Name>
            ),
        ],
        [
          'Is its base',
          ({ kind, change }) =>
            kind === undefined ? null : (
              <>
                {kind === 'part' ? 'without ' : 'with '}
                <bdi>{change}</bdi>
              </>
            ),
          'text',
        ],
        ['Mean', ({ row }) => format.score(row.mean)],
        [
          'To base',
          ({ row, kind, base }) =>
            kind === undefined
              ? null
              : row.mean === undefined || base.mean === undefined
                ? format.none
                : format.difference(row.mean - base.mean),
        ],
      ]}
    />
  </Section>
);

/** What does each change of a system gain, beyond chance? */
export const variants: View = {
  name: 'variants',
  title: 'Variants',
  listed: ({ boards }) => boards.some(({ ownSystems }) => ownSystems > 1),
  Component: VariantsView,
};
