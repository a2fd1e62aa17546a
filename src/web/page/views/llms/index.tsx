import './llms.css';
import type { CSSProperties } from 'react';
import { format } from '../../../../platform/tables/index.js';
import type { Leaderboard, LeaderboardRow, RowSource } from '../../../page-data/index.js';
import { changeState, linkTo } from '../../address.js';
import { Action } from '../../parts/action.js';
import { Choice } from '../../parts/choice.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Figure } from '../../parts/figure.js';
import { IntervalChart } from '../../parts/interval-chart.js';
import { MeasureChoice, Select } from '../../parts/select.js';
import { Section } from '../../parts/texts.js';
import { useLeaderboard } from '../../resources.js';
import { Command, Empty, Ready, suiteOf } from '../../states.js';
import type { View, ViewProps } from '../../view.js';
import { type Crossed, crossedOf, PLAIN } from './crossed.js';

const SOURCES = { own: 'Yours', r2med: 'R2MED', papers: 'Papers', mteb: 'MTEB', hakari: 'HAKARI' } as const;

const LlmsView = ({ board, address: { state } }: ViewProps) => (
  <Ready of={useLeaderboard(board, state.get('measure'))} what="the systems">
    {(table) => <Llms table={table} state={state} />}
  </Ready>
);

const Llms = ({ table, state }: { table: Leaderboard; state: URLSearchParams }) => {
  const { board, measure, rows } = table;
  const sources = (Object.keys(SOURCES) as RowSource['group'][]).filter(
    (source) => crossedOf(rows, { source, method: '' }).searchers.length > 0,
  );
  const source = sources.find((each) => each === state.get('source')) ?? sources[0];
  const methods = [
    ...new Set(
      rows.flatMap((row) => (row.source.group === source && row.method !== undefined ? [row.method] : [])),
    ),
  ].sort();
  const method = methods.find((each) => each === state.get('method')) ?? '';
  const crossed = source && crossedOf(rows, { source, method });
  return (
    <>
      <h1>Which LLM for which retriever?</h1>
      <p className="lead">
        Systems with generated text as what writes and what searches with it: {measure.name} × 100, mean of{' '}
        {table.meanOf.length} of {board.tasks.length} tasks of {board.title}. A heading fixes one and compares
        all that go with it.
      </p>
      {crossed === undefined ? (
        <Empty title={`No row of ${board.title} searches with generated text`} within>
          <p>This searches with texts that were written for the sample:</p>
          <Command
            words={['run', '--suite', suiteOf(board.name), '--system', 'hyde(sample-writer) > bm25']}
            folder="--out"
          />
        </Empty>
      ) : (
        <>
          <search className="tools no-print" aria-label="Rows">
            {sources.length > 1 && (
              <Choice
                label="Source"
                chosen={source ? [source] : []}
                options={sources.map((each) => [each, SOURCES[each]])}
                choose={(value) => changeState({ source: value, fix: undefined })}
              />
            )}
            {methods.length > 1 && (
              <label>
                Method{' '}
                <Select
                  className="action"
                  value={method}
                  options={[['', 'all'], ...methods.map((each) => [each, each] as const)]}
                  choose={(value) => changeState({ method: value })}
                />
              </label>
            )}
            <MeasureChoice board={board} measure={measure.name} />
            <Choice
              label="Rows"
              chosen={[state.get('rows') === 'retrievers' ? 'retrievers' : 'llms']}
              options={[
                ['llms', 'LLMs as rows'],
                ['retrievers', 'Retrievers as rows'],
              ]}
              choose={(value) => changeState({ rows: value === 'retrievers' ? value : undefined })}
            />
          </search>
          <CrossTable crossed={crossed} state={state} board={board.name} />
          <Fixed crossed={crossed} state={state} measure={measure.name} />
        </>
      )}
    </>
  );
};

/** What is fixed, by the address: `llm:…` or `retriever:…`; else the searcher of the best row. */
const fixedOf = ({ writers, searchers }: Crossed, state: URLSearchParams) => {
  const [, kind, name = ''] = /^(llm|retriever):(.*)$/s.exec(state.get('fix') ?? '') ?? [];
  if (kind === 'llm' && writers.includes(name)) return { kind: 'llm' as const, name };
  return { kind: 'retriever' as const, name: searchers.includes(name) ? name : searchers[0]! };
};

type FixedProps = { crossed: Crossed; state: URLSearchParams; measure: string };

/** All that goes with the one that is fixed, with intervals where there are scores of queries. */
const Fixed = ({ crossed, state, measure }: FixedProps) => {
  const { kind, name } = fixedOf(crossed, state);
  const found = (kind === 'llm' ? crossed.searchers : crossed.writers)
    .flatMap((other) => {
      const [row] = kind === 'llm' ? crossed.of(name, other) : crossed.of(other, name);
      return row ? [{ other, row }] : [];
    })
    .sort((a, b) => b.row.mean! - a.row.mean!);
  const title = kind === 'llm' ? `Retrievers with ${name}` : `LLMs with ${name}`;
  return (
    <Section id="fixed" title={<bdi>{title}</bdi>} small={`${measure} × 100`}>
      <Figure
        title={
          kind === 'llm' ? 'The same generated text, other searches' : 'The same search, other generated text'
        }
        name="llms"
        data={found.map(({ other, row }) => ({
          with: other,
          mean: row.mean! * 100,
          low: row.interval && row.interval[0] * 100,
          high: row.interval && row.interval[1] * 100,
        }))}
      >
        <IntervalChart
          rows={found.map(({ other, row }) => ({
            name: other,
            value: row.mean!,
            interval: row.interval,
            hollow: row.interval === undefined,
            strong: other === PLAIN,
          }))}
          label={`${title}: ${found.map(({ other, row }) => `${other} ${format.score(row.mean)}`).join('; ')}`}
          most={860}
          names={[320, 0.45]}
        />
      </Figure>
      <p className="note">
        Hollow: published without scores of queries, so without an interval. Bold: the same search with the
        query alone.
      </p>
    </Section>
  );
};

type CrossTableProps = { crossed: Crossed; state: URLSearchParams; board: string };
const CrossTable = ({ crossed, state, board }: CrossTableProps) => {
  const byRetriever = state.get('rows') === 'retrievers';
  const [down, across] = byRetriever
    ? [crossed.searchers, crossed.writers]
    : [crossed.writers, crossed.searchers];
  const rowOf = (one: string, other: string): readonly LeaderboardRow[] =>
    byRetriever ? crossed.of(other, one) : crossed.of(one, other);
  const top = Math.max(...down.flatMap((one) => across.flatMap((other) => rowOf(one, other)[0]?.mean ?? [])));
  const { kind, name } = fixedOf(crossed, state);
  const fix = (of: 'llm' | 'retriever', value: string) => (
    <Action
      className="plain"
      aria-pressed={kind === of && name === value}
      title={`Fix ${value}, and compare all that go with it`}
      onClick={() => changeState({ fix: `${of}:${value}` })}
    >
      <bdi>{value}</bdi>
    </Action>
  );
  const [rowKind, columnKind] = byRetriever
    ? (['retriever', 'llm'] as const)
    : (['llm', 'retriever'] as const);
  return (
    <Section id="crossed" title="LLMs × retrievers">
      <DataTable
        label="LLMs and retrievers"
        className="plain crossed"
        rows={down}
        keyOf={(one) => one}
        columns={[
          [byRetriever ? 'Retriever' : 'Generated text', (one) => fix(rowKind, one)],
          ...across.map(
            (other): Column<string> => [
              fix(columnKind, other),
              (one) => <Cell rows={rowOf(one, other)} top={top} board={board} />,
            ],
          ),
        ]}
      />
    </Section>
  );
};

const Cell = ({
  rows: [row, ...more],
  top,
  board,
}: {
  rows: readonly LeaderboardRow[];
  top: number;
  board: string;
}) =>
  row === undefined ? (
    <span>{format.none}</span>
  ) : (
    <a
      href={linkTo('system', [row.key], { board })}
      title={`${row.name}${more.length > 0 ? `, the best of ${more.length + 1} such rows` : ''}`}
      style={{ '--a': row.mean! / top } as CSSProperties}
    >
      <b>{format.score(row.mean)}</b>
      {row.interval && <small>{format.interval(row.interval)}</small>}
    </a>
  );

/** Which LLM for which retriever, and the other way round? */
export const llms: View = { name: 'llms', title: 'LLMs', listed: () => true, Component: LlmsView };
