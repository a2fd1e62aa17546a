import { useCallback } from 'react';
import { Distribution, screenPalette } from '../../../../analysis/charts/index.js';
import { compareNeed, NEED_AT_RANDOM, type NeedComparison } from '../../../../evaluation/statistics/index.js';
import { format, signed } from '../../../../platform/tables/index.js';
import type { AuditRow, Key } from '../../../page-data/index.js';
import { changeState, linkTo } from '../../address.js';
import { Action } from '../../parts/action.js';
import { useLater } from '../../parts/later.js';
import { Scroll } from '../../parts/scroll.js';
import { Select } from '../../parts/select.js';
import { Command, Empty } from '../../states.js';
import { needLabel } from './figure-axis.js';
import { Soundness, Stale } from './severity.js';
import { COLUMNS, type Column, nextSort, type Order, orderOf, sortedAudits } from './sorted-audits.js';

const NUMBERS = ['errors', 'warnings', 'notes', 'queries', 'documents', 'judgements'] as const;

interface OverviewProps {
  audits: readonly AuditRow[];
  /** Where an audit goes so that this page shows it. */
  results: string;
  state: URLSearchParams;
}

/** Every audited task side by side, and which has a larger lexical gap than another. */
export const Overview = ({ audits, results, state }: OverviewProps) => {
  const order = orderOf(state.get('sort'));
  const reference = referenceOf(audits, state.get('than'));
  const differences = useDifferences(audits, reference);
  return (
    <>
      <h1>Are these tasks sound, and how far do words lead?</h1>
      <p className="lead">
        The lexical gap says how far the words of a query are from leading to its evidence: 0 if they lead
        straight there, {NEED_AT_RANDOM.toFixed(2)} (dashed) if they lead no further than chance, 1 if they
        lead away.
      </p>
      {audits.length === 0 ? (
        <Empty title="No audits yet" within>
          <p>An audit needs no model and no network. This makes the first, and the page shows it at once:</p>
          <Command words={['audit', '--suite', 'sample', '--out', results]} />
        </Empty>
      ) : (
        <>
          {reference && audits.length > 1 && <ReferenceChoice audits={audits} reference={reference} />}
          <Scroll label="Audits">
            <table className="plain audits">
              <thead>
                <tr>
                  <Heading column="task" order={order} />
                  <Heading column="need" order={order} />
                  <th scope="col">Queries by need, 0 to 1</th>
                  {audits.length > 1 && reference && (
                    <th scope="col">
                      Against <bdi>{reference.name}</bdi>
                    </th>
                  )}
                  <th scope="col">Soundness</th>
                  {NUMBERS.map((column) => (
                    <Heading key={column} column={column} order={order} number />
                  ))}
                </tr>
              </thead>
              <tbody>
                {sortedAudits(audits, order).map((row) => (
                  <Row
                    key={row.key}
                    row={row}
                    {...(audits.length > 1 &&
                      reference && { against: againstOf(row, reference, differences) })}
                  />
                ))}
              </tbody>
            </table>
          </Scroll>
          <p className="note">
            Pale columns: queries by their need. Box: quartiles. Point: mean with its 95 % interval. A task
            has a larger or smaller lexical gap than another only where the 95 % interval of the difference
            leaves out 0; queries are drawn within each task. Wrong judgements widen the gap too.
          </p>
        </>
      )}
    </>
  );
};

const hasNeed = ({ needs }: AuditRow): boolean => needs.length > 0;

/** The task that the others are compared with: the one that the address names, else the one with the most need. */
const referenceOf = (audits: readonly AuditRow[], than: string | null): AuditRow | undefined => {
  const able = audits.filter(hasNeed);
  return able.find(({ key }) => key === than) ?? sortedAudits(able, orderOf('need'))[0];
};

const ReferenceChoice = ({ audits, reference }: { audits: readonly AuditRow[]; reference: AuditRow }) => (
  <div className="tools no-print">
    <label>
      Compare with{' '}
      <Select
        value={reference.key}
        options={audits.filter(hasNeed).map(({ key, name }) => [key, name])}
        choose={(than) => changeState({ than }, true)}
      />
    </label>
  </div>
);

type Differences = ReadonlyMap<Key, NeedComparison>;

/** The reference minus each other task, as the command line computes it. */
const useDifferences = (audits: readonly AuditRow[], reference: AuditRow | undefined) => {
  const compute = useCallback((): Differences => {
    const named = ({ name, needs }: AuditRow) => ({
      task: name,
      need: { queries: needs.map((need) => ({ need })) },
    });
    return new Map(
      audits
        .filter((row) => reference && isComparable(row, reference))
        .map((row) => [row.key, compareNeed(named(reference!), named(row), reference!.seed)]),
    );
  }, [audits, reference]);
  return useLater(compute);
};

const isComparable = (row: AuditRow, reference: AuditRow): boolean =>
  row.key !== reference.key && hasNeed(row) && row.analyzer === reference.analyzer;

interface Against {
  readonly word: string;
  readonly differs: boolean;
  readonly interval?: string;
}

const againstOf = (row: AuditRow, reference: AuditRow, differences: Differences | undefined): Against => {
  if (row.key === reference.key || !hasNeed(row)) return { word: format.none, differs: false };
  if (row.analyzer !== reference.analyzer) return { word: 'other analyzer', differs: false };
  const difference = differences?.get(row.key);
  if (!difference) return { word: '…', differs: false };
  // Of the reference minus this task; a reader asks for this task.
  const [low, high] = [-difference.interval[1], -difference.interval[0]];
  return {
    word: low > 0 ? '▲ larger' : high < 0 ? '▼ smaller' : 'not told apart',
    differs: low > 0 || high < 0,
    interval: `${signed(low, 3)} to ${signed(high, 3)}`,
  };
};

const Heading = ({ column, order, number = false }: { column: Column; order: Order; number?: boolean }) => (
  <th
    scope="col"
    className={number ? 'number' : undefined}
    aria-sort={order.column === column ? (order.direction === 1 ? 'ascending' : 'descending') : undefined}
  >
    <Action className="sort" onClick={() => changeState({ sort: nextSort(order, column) }, true)}>
      {COLUMNS[column].text}
      <span aria-hidden="true">{order.column === column ? (order.direction === 1 ? ' ↑' : ' ↓') : ''}</span>
    </Action>
  </th>
);

const AXIS = { from: 0, to: 1, tick: (value: number) => value.toFixed(1) };

const Row = ({ row, against }: { row: AuditRow; against?: Against }) => {
  const { key, name, suite, headline, found, sizes, checks, stale } = row;
  const count = (value: number): string => (checks === 0 ? format.none : format.count(value));
  return (
    <tr>
      <th scope="row">
        <a href={linkTo('audit', [key])}>
          <bdi>{name}</bdi>
        </a>{' '}
        <small>
          <bdi>{suite}</bdi>
          {stale && <Stale />}
        </small>
      </th>
      <td className="number">
        <b>{headline ? format.figure(headline.mean, 'share') : format.none}</b>
        {headline && (
          <small>
            {format.figure(headline.interval[0], 'share')} to {format.figure(headline.interval[1], 'share')}
          </small>
        )}
      </td>
      <td>
        {headline && (
          <Distribution
            of={headline}
            axis={AXIS}
            label={needLabel(headline)}
            palette={screenPalette}
            width={260}
            references={[{ at: NEED_AT_RANDOM }]}
          />
        )}
      </td>
      {against && (
        <td className={against.differs ? 'told' : 'untold'}>
          {against.word} {against.interval !== undefined && <small>{against.interval}</small>}
        </td>
      )}
      <td>
        <Soundness row={row} />
      </td>
      {[count(found.error), count(found.warning), count(found.note)].map((text, i) => (
        <td key={NUMBERS[i]} className="number">
          {text}
        </td>
      ))}
      {[sizes.queries, sizes.documents, sizes.judgements].map((size, i) => (
        <td key={NUMBERS[i + 3]} className="number">
          {format.count(size)}
        </td>
      ))}
    </tr>
  );
};
