import { groupBy, once, type Workers } from '../../core/index.js';
import type { OpenTask } from '../../experiment/rescoring/index.js';
import { isFolderTask } from '../../tasks/index.js';
import {
  type BoardSlices,
  type Key,
  type Leaderboard,
  type LeaderboardRow,
  type NanoPage,
  type SystemLink,
  withKnownUncertainty,
} from '../page-data/index.js';
import type { TaskBoards } from './audit-link.js';
import { type UncertaintyInWork, uncertaintyOf } from './board-uncertainty.js';
import { type BoardContents, boardsOf } from './boards.js';
import { leaderboardOf } from './leaderboard.js';
import type { ownRows } from './own-rows.js';
import { publishedRowsOf } from './published-rows.js';
import type { QueryFiles } from './query-files.js';
import type { OwnAudit, OwnResult, Records, ShownPart } from './records.js';
import type { systemPageOf } from './system-page.js';
import type { ShownTask } from './task-texts.js';

/** All that can be looked up while the records stay as they are. */
export interface SiteView {
  readonly revision: string;
  readonly problems: readonly string[];
  readonly results: readonly OwnResult[];
  readonly audits: readonly OwnAudit[];
  readonly taskBoards: TaskBoards;
  readonly measures: readonly string[];
  readonly boards: ReadonlyMap<
    Key,
    {
      readonly contents: BoardContents;
      readonly leaderboards: ReadonlyMap<Key, () => Leaderboard>;
      readonly uncertainties: ReadonlyMap<Key, () => UncertaintyInWork>;
      nano(): Promise<NanoPage>;
      slices(open: OpenTask): Promise<BoardSlices>;
    }
  >;
  readonly tasks: ReadonlyMap<
    Key,
    { readonly shown: ShownTask; readonly contents: BoardContents; rows(): Leaderboard['rows'] }
  >;
  placed(system: Key): Promise<Parameters<typeof systemPageOf>[0]>;
  systems(): readonly SystemLink[];
}

export const siteView = (
  { revision, problems, results, audits }: Records,
  rowsOfOwn: ReturnType<typeof ownRows>,
  files: QueryFiles,
  workers?: Workers,
  part?: ShownPart,
): SiteView => {
  const all = boardsOf(results).filter(
    ({ board, results: own }) =>
      !part?.suite || board.name === part.suite || own.some(({ record }) => isFolderTask(record.task)),
  );
  const nano = once(async () => (await import('./nano-page.js')).nanoPages(all, files));
  const boards = new Map(
    all.map((contents) => {
      const leaderboards = new Map(
        contents.board.measures.map((measure) => [
          measure.key,
          once(() => leaderboardOf(contents, measure, rowsOfOwn)),
        ]),
      );
      const uncertainties = new Map(
        [...leaderboards].map(([measure, table]) => [
          measure,
          once(() => uncertaintyOf(table(), contents, files, workers)),
        ]),
      );
      return [
        contents.board.key,
        {
          contents,
          leaderboards,
          uncertainties,
          nano: async () => (await nano())(contents),
          slices: once(async (open: OpenTask) =>
            (await import('./board-slices.js')).boardSlicesOf(contents, open, files),
          ),
        },
      ];
    }),
  );
  /** Under the board's usual measure, with what its means are worth. */
  const whole = async ({ board }: BoardContents): Promise<Leaderboard['rows']> => {
    const { leaderboards, uncertainties } = boards.get(board.key)!;
    const [usualMeasure] = leaderboards.keys();
    if (usualMeasure === undefined) return [];
    const known = await uncertainties.get(usualMeasure)!().whole;
    return withKnownUncertainty(leaderboards.get(usualMeasure)!(), known).rows;
  };
  /** Under the board's usual measure. */
  const usual = ({ board }: BoardContents): Leaderboard['rows'] =>
    [...boards.get(board.key)!.leaderboards.values()][0]?.().rows ?? [];
  const tasksOf = (contents: BoardContents) => {
    const { board, results: own } = contents;
    const byTask = groupBy(own, ({ record }) => record.task.name);
    return board.tasks.map(({ key, name }) => {
      const held = byTask.get(name) ?? [];
      const shown: ShownTask = { key, name, suite: held[0]?.record.task.suite ?? board.name, results: held };
      return [key, { shown, contents, rows: () => usual(contents) }] as const;
    });
  };
  return {
    revision,
    problems,
    results,
    audits,
    taskBoards: new Map(all.flatMap(({ board }) => board.tasks.map(({ key }) => [key, board.name]))),
    measures: [...new Set(all.flatMap(({ board }) => board.measures.map(({ name }) => name)))],
    boards,
    tasks: new Map(all.flatMap(tasksOf)),
    placed: async (system) => {
      const placed: Awaited<ReturnType<SiteView['placed']>>[number][] = [];
      for (const contents of all.filter((each) => usual(each).some(({ key }) => key === system))) {
        const { board } = contents;
        const rows = await whole(contents);
        const row = rows.find(({ key }) => key === system)!;
        const taskKeys = new Map(board.tasks.map(({ name, key }) => [name, key]));
        const isSame = ({ key, name }: LeaderboardRow): boolean =>
          key !== system && name.toLowerCase() === row.name.toLowerCase();
        const namesakes = rows.filter(isSame);
        placed.push({ board: board.key, measure: board.measures[0]!.name, taskKeys, row, namesakes });
      }
      return placed;
    },
    systems: once(() => systemLinks(all)),
  };
};

/** Every system that has a row under the usual measure of a board. Nothing of what its row shows is computed: the first view waits for this. */
const systemLinks = (boards: readonly BoardContents[]): readonly SystemLink[] => {
  const links = new Map<Key, SystemLink>();
  for (const { board, results, published } of boards) {
    const add = (key: Key, name: string, own: boolean): void => {
      const known = links.get(key)?.boards ?? [];
      if (!known.includes(board.key)) links.set(key, { key, name, own, boards: [...known, board.key] });
    };
    for (const { system, systemName } of results) add(system, systemName, true);
    const [usual] = board.measures;
    for (const { key, name } of usual ? publishedRowsOf(board, published, usual.name, []) : [])
      add(key, name, false);
  }
  return [...links.values()];
};
