import { once } from '../../core/index.js';
import type { OpenTask } from '../../experiment/rescoring/index.js';
import type {
  BoardSlices,
  BoardTask,
  Key,
  Leaderboard,
  LeaderboardRow,
  NanoPage,
  SystemLink,
} from '../page-data/index.js';
import type { TaskBoards } from './audit-page.js';
import { boardSlicesOf } from './board-slices.js';
import { type BoardContents, boardsOf } from './boards.js';
import { leaderboardOf } from './leaderboard.js';
import { agreementsOf, nanoPageOf } from './nano-page.js';
import type { ownRows } from './own-rows.js';
import { publishedRowsOf } from './published-rows.js';
import type { OwnAudit, OwnResult, Records } from './records.js';
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
      nano(): NanoPage;
      slices(open: OpenTask): Promise<BoardSlices>;
    }
  >;
  readonly tasks: ReadonlyMap<
    Key,
    { readonly shown: ShownTask; readonly contents: BoardContents; rows(): Leaderboard['rows'] }
  >;
  placed(system: Key): Parameters<typeof systemPageOf>[0];
  systems(): readonly SystemLink[];
}

export const siteView = (
  { revision, problems, results, audits }: Records,
  rowsOfOwn: ReturnType<typeof ownRows>,
): SiteView => {
  const all = boardsOf(results);
  // The same for all boards, and slow with many systems.
  const agreed = once(() => agreementsOf(all));
  const boards = new Map(
    all.map((contents) => [
      contents.board.key,
      {
        contents,
        leaderboards: new Map(
          contents.board.measures.map((measure) => [
            measure.key,
            once(() => leaderboardOf(contents, measure, rowsOfOwn)),
          ]),
        ),
        nano: once(() => nanoPageOf(contents, agreed())),
        slices: once((open: OpenTask) => boardSlicesOf(contents, open)),
      },
    ]),
  );
  /** Under the board's usual measure. */
  const usual = ({ board }: BoardContents): Leaderboard['rows'] =>
    [...boards.get(board.key)!.leaderboards.values()][0]?.().rows ?? [];
  const shown = ({ board, results: own }: BoardContents, task: BoardTask): ShownTask => {
    const held = own.filter(({ record }) => record.task.name === task.name);
    return { key: task.key, name: task.name, suite: held[0]?.record.task.suite ?? board.name, results: held };
  };
  return {
    revision,
    problems,
    results,
    audits,
    taskBoards: new Map(all.flatMap(({ board }) => board.tasks.map(({ key }) => [key, board.name]))),
    measures: [...new Set(all.flatMap(({ board }) => board.measures.map(({ name }) => name)))],
    boards,
    tasks: new Map(
      all.flatMap((contents) =>
        contents.board.tasks.map((task) => [
          task.key,
          { shown: shown(contents, task), contents, rows: () => usual(contents) },
        ]),
      ),
    ),
    placed: (system) =>
      all.flatMap((contents) => {
        const { board } = contents;
        const rows = usual(contents);
        const row = rows.find(({ key }) => key === system);
        if (!row) return [];
        const taskKeys = new Map(board.tasks.map(({ name, key }) => [name, key]));
        const isSame = ({ key, name }: LeaderboardRow): boolean =>
          key !== system && name.toLowerCase() === row.name.toLowerCase();
        const namesakes = rows.filter(isSame);
        return [{ board: board.key, measure: board.measures[0]!.name, taskKeys, row, namesakes }];
      }),
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
