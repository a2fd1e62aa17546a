import { PipelineChart, type PipelineStage, screenPalette } from '../../../../analysis/charts/index.js';
import { counted, own } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import {
  addresses,
  type Board,
  type Leaderboard,
  type LeaderboardRow,
  type SystemPage,
} from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { Kind } from '../../parts/kind.js';
import { RowFacts } from '../../parts/row-facts.js';
import { Scroll } from '../../parts/scroll.js';
import { MeasureChoice } from '../../parts/select.js';
import { Facts, Name, Notes } from '../../parts/texts.js';
import { VariantDifferences } from '../../parts/variant-differences.js';
import { useResource } from '../../resources.js';
import { Command } from '../../states.js';
import type { ViewProps } from '../../view.js';
import { Origin } from './origin.js';
import { Settings } from './settings.js';
import { SystemSlices } from './system-slices.js';
import { TaskScores } from './task-scores.js';

/** One system on one board. */
export const System = ({
  page,
  board,
  table: { rows, measure, meanOf },
  address: { state },
  index,
}: ViewProps & { page: SystemPage; table: Leaderboard }) => {
  const row = rows.find(({ key }) => key === page.key) ?? page.rows[0]!.row;
  const isOwn = row.source.group === 'own';
  const best = rows.find((each) => each.source.group === 'own' && each.key !== row.key && !each.running);
  const tasks = page.tasks.filter((task) => task.board === board.key);
  const cost = costFacts(row);
  const pipeline = page.pipeline ?? publishedPipeline(row);
  return (
    <article className="system">
      <p className="crumbs note">
        <a href={linkTo('leaderboard', [], { board: board.name })}>{board.title}</a> ›{' '}
        <Kind kind={row.kind} />
        {page.rows.length > 1 && (
          <>
            {' '}
            · also on{' '}
            {page.rows
              .filter((each) => each.board !== board.key)
              .map((each) => index.boards.find(({ key }) => key === each.board)!)
              .map(({ key, name, title }) => (
                <a key={key} href={linkTo('system', [page.key], { board: name })}>
                  {title}
                </a>
              ))}
          </>
        )}
      </p>
      <div className="view-head">
        <div>
          <h1>
            <bdi>{page.name}</bdi>
          </h1>
          <p className="lead">{leadText(row, rows, measure.name, meanOf.length, board)}</p>
        </div>
        {cost.length > 0 && <Facts className="anchors" of={cost.slice(0, 3)} />}
      </div>
      {isOwn && row.caveats.length > 0 && (
        <ul className="caveats" aria-label="Before you compare it">
          {row.caveats.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {pipeline && (
        <>
          <h2>What it is</h2>
          <Scroll label="Pipeline">
            <div className="flow">
              <PipelineChart
                pipeline={pipeline}
                label={`The pipeline ${page.name}, from the query to the ranking`}
                palette={screenPalette}
              />
            </div>
          </Scroll>
          {page.spec !== undefined && <Settings pipeline={pipeline} spec={page.spec} />}
        </>
      )}
      <div className="view-head">
        <h2>Where it is strong</h2>
        <MeasureChoice board={board} measure={measure.name} className="action no-print" replace />
      </div>
      <div className="two">
        <TaskScores row={row} rows={rows} board={board} measure={measure.name} />
        {page.slices.length > 0 ? (
          <SystemSlices page={page} wanted={state.get('slice') ?? ''} families={board.families} />
        ) : (
          <div>
            {!isOwn && <RowFacts row={row} />}
            <Notes of={page.sliceNotes} />
          </div>
        )}
      </div>
      {isOwn && <Variants {...{ row, rows, board, measure }} />}
      {page.namesakes.length > 0 && (
        <>
          <h2>
            Other rows of this name <small>run by others, under other protocols</small>
          </h2>
          <ul className="namesakes">
            {page.namesakes.map(({ key, source, mean }) => (
              <li key={key}>
                <a href={linkTo('system', [key], { board: board.name })}>{source}</a> {format.score(mean)}
              </li>
            ))}
          </ul>
        </>
      )}
      {row.cost && (
        <>
          <h2>What it takes</h2>
          <Facts of={cost} />
        </>
      )}
      {page.rerun !== undefined && (
        <>
          <h2>Run it again</h2>
          <Command words={page.rerun} folder="--out" />
        </>
      )}
      {isOwn && best && (
        <p>
          <a
            className="action primary"
            href={linkTo('compare', [], { board: board.name, systems: `${best.key},${page.key}` })}
          >
            Compare with {best.name}
          </a>
        </p>
      )}
      {tasks.some(({ provenance }) => provenance) && <Origin tasks={tasks} />}
    </article>
  );
};

type VariantsProps = {
  row: LeaderboardRow;
  rows: readonly LeaderboardRow[];
  board: Board;
  measure: Leaderboard['measure'];
};

/** What the system is but for one thing, and what is the system but for one thing. */
const Variants = ({ row, rows, board, measure }: VariantsProps) => {
  const found = useResource(addresses.boardVariants(board.key)).value?.variants ?? [];
  const names = Object.fromEntries(rows.map(({ key, name }) => [key, name]));
  const bases = found.filter(({ variant }) => variant === row.key);
  const has = found.some(({ base }) => base === row.key);
  return (
    <>
      {(has || bases.length > 0) && <h2>What one thing more or less does</h2>}
      {has && <VariantDifferences board={board} measure={measure} system={row.key} names={names} />}
      {bases.length > 0 && (
        <ul className="namesakes">
          {bases.map(({ base, kind, change }) => (
            <li key={`${base} ${change}`}>
              It is{' '}
              <Name href={linkTo('variants', [], { board: board.name, base })}>
                {own(names, base) ?? base}
              </Name>{' '}
              {kind === 'part' ? 'without' : 'with'} <bdi>{change}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

const leadText = (
  row: LeaderboardRow,
  rows: readonly LeaderboardRow[],
  measure: string,
  averaged: number,
  { title, tasks }: Board,
): string => {
  if (row.mean === undefined)
    return `Scored on ${Object.keys(row.scores).length} of ${counted(tasks.length, 'task')} of ${title}, so it has no mean and no rank.`;
  const mean = `${measure} ${format.score(row.mean)}${row.interval ? ` (95 % interval ${format.interval(row.interval)})` : ''}`;
  const ranked = rows.filter((each) => each.mean !== undefined && !each.running);
  const mine = ranked.filter(({ source }) => source.group === 'own');
  const range = row.rankRange && mine.length > 1 ? rangeText(row.rankRange, mine.length) : '';
  return `${mean}, ${tasks.length > 1 ? `mean of ${counted(averaged, 'task')} of ${title}` : title}. Rank ${row.rank} of ${ranked.length}.${range}`;
};

const rangeText = ([from, to]: readonly [number, number], systems: number): string =>
  ` Among your ${systems} systems, other queries of the same kind ${from === to ? `would leave it at rank ${from}` : `could put it at ranks ${from} to ${to}`}.`;

/** What a system takes, each with its name; what is not known is left out. */
const costFacts = ({
  cost,
  parameters,
  dimensions,
}: LeaderboardRow): readonly (readonly [string, string])[] => [
  ...(cost
    ? ([
        ['Money, all queries', format.usd(cost.usd)],
        ['Time per query', format.seconds(cost.secondsPerQuery)],
        ['Index', format.bytes(cost.indexBytes)],
        ['To open', format.seconds(cost.openSeconds)],
        ['Tokens in', format.count(cost.tokensIn)],
        ['Tokens out', format.count(cost.tokensOut)],
      ] as const)
    : []),
  ...(parameters === undefined ? [] : [['Parameters', format.parameters(parameters)] as const]),
  ...(dimensions === undefined ? [] : [['Dimensions', format.count(dimensions)] as const]),
];

/** What a published row says that it is made of: no settings are printed with it. */
const publishedPipeline = ({
  method,
  llm,
  retriever,
  reranker,
}: LeaderboardRow): PipelineStage | undefined => {
  const stage = (
    role: PipelineStage['role'],
    name: string,
    inputs: readonly PipelineStage[],
  ): PipelineStage => ({ role, name, settings: [], inputs });
  if (retriever === undefined) return undefined;
  const writer = method !== undefined && llm !== undefined ? `${method}(${llm})` : (method ?? llm);
  const found = stage('retriever', retriever, writer === undefined ? [] : [stage('rewriter', writer, [])]);
  return reranker === undefined ? found : stage('reranker', reranker, [found]);
};
