import { basename } from 'node:path';
import type { SystemKind } from '../../analysis/leaderboard/index.js';
import { groupBy } from '../../core/index.js';
import { liveRunsIn } from '../../experiment/results/index.js';
import { isFolderTask } from '../../tasks/index.js';
import {
  type Board,
  keyOf,
  type Leaderboard,
  type LeaderboardRow,
  type LiveState,
  type ShownRun,
} from '../page-data/index.js';

/** What runs in these record folders, and what was killed there. */
export const liveStateOf = async (folders: readonly string[]): Promise<LiveState> => {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await liveRunsIn(folder)).map(
        ({ run: { holder: _, version: __, ...run }, alive }): ShownRun => ({
          ...run,
          alive,
          results: basename(folder),
        }),
      ),
    ),
  );
  return { runs: found.flat() };
};

/** A leaderboard with the systems that are running: hatched rows without a rank. */
export const withRunning = (table: Leaderboard, { runs }: LiveState): Leaderboard => {
  const running = runs
    .filter((run) => run.alive && isOf(run, table.board))
    .flatMap((run) =>
      [...groupBy(run.work, ({ system }) => system)]
        .filter(([, work]) => work.some(({ state }) => state === 'running' || state === 'waiting'))
        .map(([system, work]) => rowOf(system, work, run, table)),
    );
  const replaced = new Set(running.map(({ key }) => key));
  return { ...table, rows: [...running, ...table.rows.filter(({ key }) => !replaced.has(key))] };
};

const isOf = ({ suite }: ShownRun, { name }: Board): boolean =>
  suite === name || (name === 'own' && isFolderTask({ suite }));

const rowOf = (
  system: string,
  work: ShownRun['work'],
  { measure, updatedAt }: ShownRun,
  { rows, measure: shown }: Leaderboard,
): LeaderboardRow => {
  const called = work[0]?.name ?? system;
  const before = rows.find(({ name, source }) => source.group === 'own' && name === called);
  const current = work.find(({ state }) => state === 'running');
  const scored = measure === shown.name ? work : [];
  const finished = work.filter(({ state }) => state === 'done' || state === 'incomplete');
  const scores = Object.fromEntries(
    scored.flatMap(({ task, state, scores: found }) =>
      state === 'done' && found?.[measure] ? [[task, found[measure].mean]] : [],
    ),
  );
  return {
    key: before?.key ?? keyOf(system, 'running'),
    name: called,
    source: { name: 'own', title: 'Your records', group: 'own' },
    kind: before?.kind ?? kindOf(system),
    caveats: [],
    marks: [],
    date: updatedAt,
    families: {},
    scores,
    intervals: {},
    incomplete: {},
    usesGeneratedText: before?.usesGeneratedText ?? kindOf(system) === 'generated',
    running: { tasksDone: finished.length, tasks: work.length, ...(current && { now: nowText(current) }) },
  };
};

const nowText = ({ task, answered = 0, queries }: ShownRun['work'][number]): string =>
  `${task}: ${answered} of ${queries} queries`;

/** Until there is a record, the text of the pipeline is all that is known. */
const kindOf = (system: string): SystemKind => {
  const stages = system.split('>').map((stage) => stage.trim());
  if (/rank|wise/.test(stages.at(-1)!) && stages.length > 1) return 'reranked';
  return stages.length > 1 ? 'generated' : 'retriever';
};
