import { own } from '../../../core/index.js';
import { format } from '../../../platform/tables/index.js';
import {
  addresses,
  type Board,
  type BoardMeasure,
  type Key,
  type SystemVariants,
  type VariantDifference,
} from '../../page-data/index.js';
import { linkTo } from '../address.js';
import { useResource } from '../resources.js';
import { Ready } from '../states.js';
import { DataTable } from './data-table.js';
import { Figure } from './figure.js';
import { differences, IntervalChart } from './interval-chart.js';
import { Name, Notes } from './texts.js';

/** How each kind of variant is spoken of. The gain of a part is what is lost without it. */
const KINDS = {
  part: {
    title: 'What each part gains',
    change: 'Part',
    score: 'Without it',
    difference: 'Gain',
    about: 'The system against itself without each part, as run --ablate runs it.',
    gain: -1,
  },
  vectors: {
    title: 'Other forms of its vectors',
    change: 'Form',
    score: 'Score',
    difference: 'Change',
    about: 'The same system with smaller vectors, or with an approximate search of them.',
    gain: 1,
  },
} as const;

interface VariantDifferencesProps {
  board: Board;
  measure: BoardMeasure;
  system: Key;
  /** By key. */
  names: Readonly<Record<string, string>>;
}

/** What one thing more or less does to a system, with intervals and tests. */
export const VariantDifferences = ({ board, measure, system, names }: VariantDifferencesProps) => (
  <Ready of={useResource(addresses.variants(board.key, measure.key, system))} what="its variants">
    {(found) => <Shown of={found} {...{ board, names }} />}
  </Ready>
);

type ShownProps = { of: SystemVariants; board: Board; names: Readonly<Record<string, string>> };
const Shown = ({ of: { measure, variants, notes }, board, names }: ShownProps) => (
  <>
    {(['part', 'vectors'] as const).map((kind) => {
      const rows = variants.filter((each) => each.kind === kind).map((each) => turned(each));
      return rows.length > 0 && <Kind key={kind} {...{ kind, rows, measure, board, names }} />;
    })}
    <Notes of={notes} />
  </>
);

/** With the sign of its kind. */
const turned = (of: VariantDifference) => {
  const { gain } = KINDS[of.kind];
  const [low, high] = of.interval;
  return {
    ...of,
    difference: of.difference * gain,
    interval: gain < 0 ? { low: -high, high: -low } : { low, high },
  };
};

type KindProps = {
  kind: VariantDifference['kind'];
  rows: readonly ReturnType<typeof turned>[];
  measure: string;
  board: Board;
  names: Readonly<Record<string, string>>;
};
const Kind = ({ kind, rows, measure, board, names }: KindProps) => {
  const { title, change, score, difference, about } = KINDS[kind];
  return (
    <>
      <Figure
        title={`${title}: ${measure}, with 95 % intervals`}
        name={`variants-${kind}`}
        data={rows.map((row) => ({
          [change.toLowerCase()]: row.change,
          system: own(names, row.variant) ?? row.variant,
          score: row.after * 100,
          difference: row.difference * 100,
          low: row.interval.low * 100,
          high: row.interval.high * 100,
          pHolm: row.holm,
        }))}
      >
        <IntervalChart
          rows={rows.map((row) => ({
            name: row.change,
            value: row.difference,
            interval: [row.interval.low, row.interval.high],
            hollow: row.holm >= 0.05,
          }))}
          label={`${title}: ${rows.map((row) => `${row.change} ${format.difference(row.difference)}`).join('; ')}`}
          most={860}
          names={[320, 0.45]}
          difference
        />
      </Figure>
      <DataTable
        label={title}
        className="plain variants"
        rows={rows}
        keyOf={({ variant, change: of }) => `${variant} ${of}`}
        columns={[
          [change, ({ change: of }) => <bdi>{of}</bdi>],
          [score, ({ after }) => format.score(after)],
          [difference, (row) => <b>{format.difference(row.difference)}</b>],
          ['95 % interval', ({ interval }) => differences(interval)],
          ['Holm', ({ holm }) => format.chance(holm)],
          ['Tasks', ({ tasks }) => format.count(tasks)],
          [
            kind === 'part' ? 'The system without it' : 'The system',
            ({ variant }) => (
              <Name href={linkTo('system', [variant], { board: board.name })}>
                {own(names, variant) ?? variant}
              </Name>
            ),
            'text',
          ],
          [
            null,
            ({ base, variant }) => (
              <a href={linkTo('compare', [], { board: board.name, systems: `${base},${variant}` })}>
                query by query
              </a>
            ),
            { text: true, className: () => 'no-print' },
          ],
        ]}
      />
      <p className="note">
        {about} Filled: a paired test supports the difference, corrected over the variants of this system
        (Holm, &lt; 0.05). Hollow: it does not.
      </p>
    </>
  );
};
