import { type DocId, once, type QueryId, queryId, type Task } from '../../core/index.js';
import type { QueryExplanation } from '../../experiment/record/index.js';
import { type OpenTask, taskOpener } from '../../experiment/rescoring/index.js';
import { packageVersion, sha256 } from '../../platform/node/index.js';
import {
  addresses,
  type BoardSlices,
  type BoardTask,
  isKey,
  type Key,
  keyOf,
  type Leaderboard,
  type LeaderboardRow,
  type NanoPage,
  type SiteIndex,
  type SystemLink,
} from '../page-data/index.js';
import { auditLinkOf, auditListOf, auditPageOf, type TaskBoards } from './audit-page.js';
import { auditPairsOf } from './audit-pairs.js';
import { boardSlicesOf } from './board-slices.js';
import { type BoardContents, boardsOf } from './boards.js';
import { leaderboardOf } from './leaderboard.js';
import { liveStateOf, withRunning } from './live.js';
import { agreementsOf, nanoPageOf } from './nano-page.js';
import { ownRows } from './own-rows.js';
import { queryPageOf, queryScoresOf } from './query-page.js';
import { type OwnAudit, type OwnResult, type Records, recordReader } from './records.js';
import { runReader } from './runs.js';
import { type SiteSearch, searchersOf, searchFor } from './searchers.js';
import { systemLinks } from './system-links.js';
import { systemPageOf } from './system-page.js';
import { taskPageOf } from './task-page.js';
import { type ShownTask, taskTexts } from './task-texts.js';

/** What a site shows, and what else it can do. */
export interface SiteOptions {
  /** Folders of records. */
  readonly results: readonly string[];
  /** Folders of the user's own tasks whose texts may be shown. */
  readonly data?: readonly string[];
  /** Explains a query in the system of a result, without the texts of documents: they are resources of their own. */
  explain?(result: OwnResult, query: QueryId, task: Task): Promise<QueryExplanation>;
  readonly search?: SiteSearch;
}

/** Every resource of the page, built when asked for. */
export interface Site {
  index(): Promise<SiteIndex>;
  /** The content of an address such as `data/index.json`; undefined where there is none. */
  resource(address: string, text?: string): Promise<unknown>;
  /** Texts that change: `records` whenever any resource may have, `live` with what is running. */
  changes(): Promise<{ readonly records: string; readonly live: string }>;
}

/** Opens record folders as a site. Addresses are looked up among what is known; none becomes a path. */
export const openSite = (options: SiteOptions): Site => {
  const records = recordReader(options.results);
  const texts = taskTexts(options.data ?? []);
  const openTask = taskOpener();
  const rowsOfOwn = ownRows();
  const runs = runReader();
  const built = { of: '', view: undefined as View | undefined };

  /** Of what was found when the index was made or changes were looked for, so that resources agree with each other. */
  const view = async (found?: Records): Promise<View> => {
    const now = found ?? (await records.last());
    if (built.of === now.revision && built.view) return built.view;
    built.view = viewOf(now, rowsOfOwn);
    built.of = now.revision;
    return built.view;
  };

  const builders: Readonly<Record<string, Builder>> = {
    leaderboard: async ({ boards }, [board, measure]) => {
      const table = boards.get(board!)?.leaderboards.get(measure!)?.();
      return table && withRunning(table, await liveStateOf(options.results));
    },
    audits: async ({ audits, taskBoards }, [key]) => {
      const audit = audits.find((each) => each.key === key);
      return audit && auditPageOf(audit, taskBoards, texts);
    },
    pairs: async ({ audits }, [key]) => {
      const audit = audits.find((each) => each.key === key);
      return audit && auditPairsOf(audit, texts);
    },
    nano: async ({ boards }, [board]) => boards.get(board!)?.nano(),
    slices: async ({ boards }, [board]) => boards.get(board!)?.slices(openTask),
    systems: async (now, [system]) => {
      const placed = now.placed(system!);
      if (placed.length === 0) return undefined;
      const own = now.results.filter((result) => result.system === system);
      return systemPageOf(placed, own, now.measures, openTask);
    },
    tasks: async ({ tasks }, [key]) => {
      const found = tasks.get(key!);
      return found && taskPageOf(found.shown, found.contents.board, found.rows(), texts);
    },
    scores: async ({ tasks, measures }, [key, system]) => {
      const found = tasks.get(key!);
      const result = found?.shown.results.find((each) => each.system === system);
      return found && result && queryScoresOf(found.shown, result, measures);
    },
    queries: async ({ tasks }, [key, query]) => {
      const found = tasks.get(key!);
      const canExplain = options.explain !== undefined;
      return found && queryPageOf(found.shown, query!, found.contents.board, texts, runs, canExplain);
    },
    explain: async ({ tasks }, [key, query, system]) => {
      const found = tasks.get(key!);
      const result = found?.shown.results.find((each) => each.system === system);
      if (!found || !result) return undefined;
      const id = result.queries.find((each) => keyOf(each.id) === query)?.id;
      const { task } = await texts.open(found.shown);
      return id === undefined || !task ? undefined : options.explain?.(result, queryId(id), task);
    },
    documents: async ({ tasks }, [key, document]) => {
      const found = tasks.get(key!);
      const row = found && (await texts.document(found.shown, document!));
      return (
        row && {
          document,
          id: row.id as DocId,
          task: key,
          ...(row.title && { title: row.title }),
          text: row.text,
        }
      );
    },
    searchers: async ({ tasks }, [key]) => {
      const found = tasks.get(key!);
      return found && options.search && searchersOf(found.shown, texts, options.search);
    },
    search: async ({ tasks }, [key, system], text) => {
      const found = tasks.get(key!);
      return found && options.search && text !== undefined
        ? searchFor(found.shown, system!, text, texts, options.search)
        : undefined;
    },
  };

  const index = async (): Promise<SiteIndex> => {
    const { revision, problems, boards, tasks, systems, audits, taskBoards } = await view(
      await records.look(),
    );
    return {
      version: 1,
      revision,
      tool: `r2med ${packageVersion()}`,
      boards: [...boards.values()].map(({ contents }) => contents.board),
      tasks: [...tasks].map(([key, { shown, contents }]) => ({
        key,
        name: shown.name,
        board: contents.board.key,
      })),
      systems: systems(),
      audits: audits.map((audit) => auditLinkOf(audit, taskBoards)),
      can: { live: true, search: options.search !== undefined, explain: options.explain !== undefined },
      results: options.results.map((folder) => folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder),
      problems,
    };
  };

  return {
    index,
    changes: async () => ({
      records: (await records.look()).revision,
      live: sha256(JSON.stringify(await liveStateOf(options.results))),
    }),
    async resource(address, text) {
      if (address === addresses.index()) return index();
      if (address === addresses.audits()) {
        const { audits, taskBoards } = await view();
        return auditListOf(audits, taskBoards, texts);
      }
      if (address === addresses.live()) return liveStateOf(options.results);
      const [, kind = '', rest = ''] = /^data\/([a-z]+)\/([a-z0-9/-]+)\.json$/.exec(address) ?? [];
      const keys = rest.split('/');
      if (!Object.hasOwn(builders, kind) || !keys.every(isKey)) return undefined;
      return builders[kind]!(await view(), keys as Key[], text);
    },
  };
};

type Builder = (view: View, keys: readonly Key[], text?: string) => Promise<unknown>;

/** All that can be looked up while the records stay as they are. */
interface View {
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

const viewOf = (
  { revision, problems, results, audits }: Records,
  rowsOfOwn: ReturnType<typeof ownRows>,
): View => {
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
