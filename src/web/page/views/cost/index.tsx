import './cost.css';
import { CostChart, type CostPoint, screenPalette } from '../../../../analysis/charts/index.js';
import { meanLine, paretoFront } from '../../../../analysis/leaderboard/index.js';
import { counted } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { Leaderboard, LeaderboardRow } from '../../../page-data/index.js';
import { changeState, linkTo } from '../../address.js';
import { Choice } from '../../parts/choice.js';
import { DataTable } from '../../parts/data-table.js';
import { Figure } from '../../parts/figure.js';
import { Kind } from '../../parts/kind.js';
import { useLeaderboard } from '../../resources.js';
import { Command, Empty, Ready, suiteOf } from '../../states.js';
import type { View, ViewProps } from '../../view.js';

const CostView = ({ board, address: { state } }: ViewProps) => (
  <Ready of={useLeaderboard(board)} what="costs">
    {(found) => <Costs table={found} wanted={state.get('by')} budget={state.get('budget')} />}
  </Ready>
);

const pointsOf = (rows: readonly LeaderboardRow[], by: CostName) =>
  rows.flatMap((row) => {
    const cost = COSTS[by].of(row);
    return row.mean === undefined || row.running || cost === undefined
      ? []
      : [{ row, cost, score: row.mean }];
  });

type CostsProps = { table: Leaderboard; wanted: string | null; budget: string | null };
const Costs = ({ table: { board, rows, measure, meanOf }, wanted, budget: budgetText }: CostsProps) => {
  const names = (Object.keys(COSTS) as CostName[]).filter((name) => pointsOf(rows, name).length > 0);
  // Where nothing was paid, money tells no system from another.
  const differing = names.find((name) => new Set(pointsOf(rows, name).map(({ cost }) => cost)).size > 1);
  const by = names.find((name) => name === wanted) ?? differing ?? names[0];
  if (by === undefined && rows.some(({ cost }) => cost !== undefined))
    return (
      <Empty title="Costs, and nothing to hold them against">
        <p>No system here has results on all tasks of {board.title}, so that none has a mean.</p>
      </Empty>
    );
  if (by === undefined)
    return (
      <Empty title="No costs yet">
        <p>Costs are those of your own records. This makes some, without a network:</p>
        <Command words={['run', '--suite', suiteOf(board.name), '--retriever', 'bm25,lsa']} folder="--out" />
      </Empty>
    );
  const points = pointsOf(rows, by);
  const unknown = rows.filter((row) => row.mean !== undefined && !row.running).length - points.length;
  const front = new Set(
    paretoFront(points, { maximise: [({ score }) => score], minimise: [({ cost }) => cost] }),
  );
  const costs = [...new Set(points.map(({ cost }) => cost))].sort((a, b) => a - b);
  const given = budgetText === null ? Number.NaN : Number(budgetText);
  const budget = Number.isFinite(given) ? given : costs.at(-1)!;
  const within = points.filter(({ cost }) => cost <= budget);
  const best = within.reduce<(typeof points)[number] | undefined>(
    (a, b) => (!a || b.score > a.score ? b : a),
    undefined,
  );
  const place = Math.max(
    0,
    costs.findLastIndex((cost) => cost <= budget),
  );
  const { title, text } = COSTS[by];
  const over = meanLine({ tasks: board.tasks.map(({ name }) => name), meanOf, rows }, '');
  const aboutLink = (about: string): string => linkTo('leaderboard', [], { board: board.name, about });
  return (
    <>
      <h1>What would I pick for my budget?</h1>
      <p className="lead">
        {best ? (
          <>
            For at most {text(budget)} ({title}): <b>{best.row.name}</b> with {format.score(best.score)}
            {best.row.interval && ` (95 % interval ${format.interval(best.row.interval)})`}, at{' '}
            {text(best.cost)}.
          </>
        ) : (
          `Nothing here costs at most ${text(budget)}.`
        )}
      </p>
      <div className="tools no-print">
        <Choice
          label="Cost"
          chosen={[by]}
          options={names.map((name) => [name, COSTS[name].short])}
          choose={(name) => changeState({ by: name, budget: undefined })}
        />
        <label className="budget">
          My budget
          <input
            type="range"
            min={0}
            max={costs.length - 1}
            value={place}
            aria-valuetext={text(costs[place]!)}
            onChange={({ target }) => changeState({ budget: `${costs[Number(target.value)]}` }, true)}
          />
          <output>{text(costs[place]!)}</output>
        </label>
      </div>
      <Figure
        title={`${measure.name} against ${title}, ${board.title}`}
        name={`cost-${by}`}
        data={points.map((point) => ({
          ...{ system: point.row.name, kind: point.row.kind, [by]: point.cost },
          ...{ score: point.score * 100, front: front.has(point) ? 'yes' : 'no' },
        }))}
      >
        <CostChart
          points={points.map(
            (point): CostPoint => ({
              key: point.row.key,
              name: point.row.name,
              kind: point.row.kind,
              own: point.row.source.group === 'own',
              cost: point.cost,
              score: point.score,
              interval: point.row.interval,
              front: front.has(point),
              dear: point.cost > budget,
              href: aboutLink(point.row.key),
            }),
          )}
          measure={measure.name}
          costTitle={title}
          costText={text}
          budget={place === costs.length - 1 ? undefined : budget}
          palette={screenPalette}
        />
      </Figure>
      <h2>
        The front <small>nothing here is as good for less</small>
      </h2>
      <DataTable
        label="The front"
        rows={[...front].sort((a, b) => a.cost - b.cost)}
        keyOf={({ row }) => row.key}
        rowClass={({ cost }) => (cost > budget ? 'dear' : undefined)}
        columns={[
          ['System', ({ row: { key, name } }) => <a href={aboutLink(key)}>{name}</a>],
          ['Kind', ({ row }) => <Kind kind={row.kind} />, 'text'],
          [measure.name, ({ score }) => format.score(score)],
          ['95 % interval', ({ row }) => format.interval(row.interval)],
          [COSTS[by].short, ({ cost }) => text(cost)],
        ]}
      />
      <p className="note">
        {over && `${over}. `}
        {COSTS[by].note} Hollow marks are published rows, which say no cost but their parameters.
        {unknown > 0 && ` Not known, and so not shown: ${COSTS[by].title} of ${counted(unknown, 'system')}.`}
      </p>
    </>
  );
};

/** What would I pick for my budget? */
export const cost: View = { name: 'cost', title: 'Cost', listed: () => true, Component: CostView };

/** What quality can be held against. */
const COSTS = {
  usd: {
    short: 'Money',
    title: 'dollars for all queries of the board',
    note: 'Money is what models behind an API cost when the records were made, and stored texts when they were written; vectors and scores from the cache were paid for before.',
    of: ({ cost }: LeaderboardRow) => cost?.usd,
    text: format.usd,
  },
  seconds: {
    short: 'Time',
    title: 'seconds per query',
    note: 'Time is from the query to its ranking, on the machine that ran it, and what stored texts took to write; other work cached by earlier commands took none.',
    of: ({ cost }: LeaderboardRow) => cost?.secondsPerQuery,
    text: format.seconds,
  },
  bytes: {
    short: 'Index',
    title: 'bytes of all indexes',
    note: 'Bytes of the indexes in memory.',
    of: ({ cost }: LeaderboardRow) => cost?.indexBytes,
    text: format.bytes,
  },
  parameters: {
    short: 'Parameters',
    title: 'parameters of the largest model',
    note: 'Parameters of the largest model, LLMs included; not known where the size of one is not.',
    of: ({ parameters }: LeaderboardRow) => parameters,
    text: format.parameters,
  },
} as const;

type CostName = keyof typeof COSTS;
