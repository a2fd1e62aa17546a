import { calledAs, type QueryId, queryId, type Task } from '../../core/index.js';
import type { QueryExplanation } from '../../experiment/record/index.js';
import { taskOpener } from '../../experiment/rescoring/index.js';
import { packageVersion, sha256 } from '../../platform/node/index.js';
import { isFolderTask, taskWords } from '../../tasks/index.js';
import {
  type ContentOf,
  type Key,
  type KeysOf,
  keyOf,
  type ResourceAddress,
  type ResourceName,
  resourceAt,
} from '../page-data/index.js';
import { auditLinkOf, auditListOf, auditPageOf } from './audit-page.js';
import { auditPairsOf } from './audit-pairs.js';
import { liveStateOf, withRunning } from './live.js';
import { ownRows } from './own-rows.js';
import { queryPageOf, queryScoresOf, runReader } from './query-page.js';
import { type OwnResult, recordReader } from './records.js';
import { type SiteSearch, searchersOf, searchFor } from './searchers.js';
import { type SiteView, siteView } from './site-view.js';
import { systemPageOf } from './system-page.js';
import { taskPageOf } from './task-page.js';
import { taskTexts } from './task-texts.js';

/** What a site shows, and what else it can do. */
export interface SiteOptions {
  readonly results: readonly string[];
  /** Folders of the user's own tasks whose texts may be shown. */
  readonly data?: readonly string[];
  /** Explains a query in the system of a result, without the texts of documents: they are resources of their own. */
  explain?(result: OwnResult, query: QueryId, task: Task): Promise<QueryExplanation>;
  readonly search?: SiteSearch;
}

/** Every resource of the page, built when asked for. */
export interface Site {
  /** The content of an address; undefined where there is none. `text`: what is searched for. */
  resource<Content>(address: ResourceAddress<Content>, text?: string): Promise<Content | undefined>;
  /** Texts that change: `records` whenever any resource may have, `live` with what is running. */
  changes(): Promise<{ readonly records: string; readonly live: string }>;
}

/** How each resource is made of what is known. */
type Builders = {
  readonly [Name in ResourceName]: (
    view: SiteView,
    keys: KeysOf<Name>,
    text?: string,
  ) => Promise<ContentOf<Name> | undefined>;
};

/** Opens record folders as a site. Addresses are looked up among what is known; none becomes a path. */
export const openSite = (options: SiteOptions): Site => {
  const records = recordReader(options.results);
  const build = buildersOf(options) as unknown as Readonly<
    Record<ResourceName, (view: SiteView, keys: readonly Key[], text?: string) => Promise<unknown>>
  >;
  const rowsOfOwn = ownRows();
  let last: SiteView | undefined;
  return {
    changes: async () => ({
      records: (await records.look()).revision,
      live: sha256(JSON.stringify(await liveStateOf(options.results))),
    }),
    async resource<Content>(address: ResourceAddress<Content>, text?: string) {
      const { name, keys } = resourceAt(address) ?? {};
      if (!name) return undefined;
      // All but the index are of what was found when it was made or changes were looked for, so that resources agree with each other.
      const found = await (name === 'index' ? records.look() : records.last());
      if (last?.revision !== found.revision) last = siteView(found, rowsOfOwn);
      return build[name](last, keys!, text) as Promise<Content | undefined>;
    },
  };
};

const buildersOf = ({ results: folders, data = [], explain, search }: SiteOptions): Builders => {
  const texts = taskTexts(data);
  const openTask = taskOpener();
  const runs = runReader();
  const live = () => liveStateOf(folders);
  const resultOf = ({ tasks }: SiteView, task: Key, system: Key) => {
    const shown = tasks.get(task)?.shown;
    const result = shown?.results.find((each) => each.system === system);
    return shown && result && { shown, result };
  };
  return {
    index: async ({ revision, problems, boards, tasks, systems, audits, taskBoards }) => ({
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
      can: { live: true, search: search !== undefined, explain: explain !== undefined },
      results: folders.map((folder) => folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder),
      typed: {
        program: calledAs(),
        results: folders[0] ?? 'results',
        data: Object.fromEntries(
          [...tasks.values()]
            .filter(({ shown }) => isFolderTask(shown))
            .map(({ shown }) => [shown.name, taskWords(shown.results[0]?.record.task ?? shown).slice(1)]),
        ),
      },
      problems,
    }),
    live,
    leaderboard: async ({ boards }, [board, measure]) => {
      const table = boards.get(board)?.leaderboards.get(measure)?.();
      return table && withRunning(table, await live());
    },
    audits: async ({ audits, taskBoards }) => auditListOf(audits, taskBoards, texts),
    audit: async ({ audits, taskBoards }, [key]) => {
      const audit = audits.find((each) => each.key === key);
      return audit && auditPageOf(audit, taskBoards, texts);
    },
    auditPairs: async ({ audits }, [key]) => {
      const audit = audits.find((each) => each.key === key);
      return audit && auditPairsOf(audit, texts);
    },
    nano: async ({ boards }, [board]) => boards.get(board)?.nano(),
    // Of own systems: published ones have no scores of queries to part.
    slices: async ({ boards }, [key]) => {
      const board = boards.get(key);
      return board && board.contents.results.length > 0 ? board.slices(openTask) : undefined;
    },
    system: async (view, [system]) => {
      const placed = view.placed(system);
      if (placed.length === 0) return undefined;
      const own = view.results.filter((result) => result.system === system);
      return systemPageOf(placed, own, openTask);
    },
    task: async ({ tasks }, [key]) => {
      const found = tasks.get(key);
      return found && taskPageOf(found.shown, found.contents.board, found.rows(), texts);
    },
    scores: async (view, [task, system]) => {
      const found = resultOf(view, task, system);
      return found && queryScoresOf(found.shown, found.result, view.measures);
    },
    query: async ({ tasks }, [task, query]) => {
      const found = tasks.get(task);
      return (
        found && queryPageOf(found.shown, query, found.contents.board, texts, runs, explain !== undefined)
      );
    },
    explanation: async (view, [key, query, system]) => {
      const found = resultOf(view, key, system);
      const id = found?.result.queries.find((each) => keyOf(each.id) === query)?.id;
      const { task } = found ? await texts.open(found.shown) : {};
      return id === undefined || !task ? undefined : explain?.(found!.result, queryId(id), task);
    },
    document: async ({ tasks }, [task, document]) => {
      const found = tasks.get(task);
      const row = found && (await texts.document(found.shown, document));
      return row && { ...(row.title && { title: row.title }), text: row.text };
    },
    searchers: async ({ tasks }, [task]) => {
      const found = tasks.get(task);
      return found && search && searchersOf(found.shown, texts, search);
    },
    search: async ({ tasks }, [task, system], text) => {
      const found = tasks.get(task);
      return found && search && text !== undefined
        ? searchFor(found.shown, system, text, texts, search)
        : undefined;
    },
  };
};
