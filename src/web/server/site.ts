import { access } from 'node:fs/promises';
import { type Cache, calledAs, type QueryId, queryId, type Task, type Workers } from '../../core/index.js';
import type { QueryExplanation } from '../../experiment/record/index.js';
import { taskOpener } from '../../experiment/rescoring/index.js';
import { packageVersion } from '../../platform/node/index.js';
import { isFolderTask, taskWords } from '../../tasks/index.js';
import {
  type ContentOf,
  type Key,
  type KeysOf,
  type ResourceAddress,
  type ResourceName,
  resourceAt,
} from '../page-data/index.js';
import { auditLinkOf, auditListOf, auditPageOf } from './audit-page.js';
import { auditPairsOf } from './audit-pairs.js';
import { boardVariantsOf, systemVariantsOf } from './board-variants.js';
import { type Changes, changesIn } from './changes.js';
import { liveStateOf, withRunning } from './live.js';
import { ownRows } from './own-rows.js';
import { type QueryFiles, queryFiles } from './query-files.js';
import { idOfKey, queryPageOf, queryScoresOf, runReader } from './query-page.js';
import { type OwnResult, recordReader } from './records.js';
import { type SiteSearch, searchersOf, searchFor } from './searchers.js';
import { shownExplanation } from './shown-explanation.js';
import { type SiteView, siteView } from './site-view.js';
import { systemPageOf } from './system-page.js';
import { taskAnswersOf } from './task-answers.js';
import { sharedWords, taskColumnsOf, taskOutcomesOf } from './task-outcomes.js';
import { taskPageOf } from './task-page.js';
import { taskTexts } from './task-texts.js';

/** What a site shows, and what else it can do. */
export interface SiteOptions {
  readonly results: readonly string[];
  /** Folders of the user's own tasks whose texts may be shown. */
  readonly data?: readonly string[];
  /** Folders of what `r2med answer` wrote. */
  readonly answers?: readonly string[];
  /** Explains a query in the system of a result, without the texts of documents: they are resources of their own. */
  explain?(result: OwnResult, query: QueryId, task: Task): Promise<QueryExplanation>;
  readonly search?: SiteSearch;
  /** Threads that read scores and draw samples; without them that is done between two requests. */
  readonly workers?: Workers;
  /** Keeps records that were compared with their seals, for the next process. */
  readonly cache?: Cache;
}

/** Every resource of the page, built when asked for. */
export interface Site {
  /** The content of an address; undefined where there is none. `text`: what is searched for. */
  resource<Content>(address: ResourceAddress<Content>, text?: string): Promise<Content | undefined>;
  /** Compares the scores of all queries with their seals; what is damaged is among the problems from then on. */
  check(): Promise<void>;
  /** Calls with what is now, and whenever it changes, until the function that it gives is called. */
  watch(changed: (now: Changes) => void): () => void;
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
  const records = recordReader(options.results, options.cache);
  const files = queryFiles((result, problem) => {
    records.damaged(result, problem);
    changes.found();
  }, options.workers);
  const changes = changesIn(options.results, records.look, records.last, () => liveStateOf(options.results));
  const build = buildersOf(options, files) as unknown as Readonly<
    Record<ResourceName, (view: SiteView, keys: readonly Key[], text?: string) => Promise<unknown>>
  >;
  const rowsOfOwn = ownRows();
  let last: SiteView | undefined;
  return {
    watch: changes.watch,
    check: async () => void (await files.columns((await records.look()).results)),
    async resource<Content>(address: ResourceAddress<Content>, text?: string) {
      const { name, keys } = resourceAt(address) ?? {};
      if (!name) return undefined;
      // All but the index are of what was found when it was made or changes were looked for, so that resources agree with each other.
      const found = await (name === 'index' ? records.look() : records.last());
      if (last?.revision !== found.revision) {
        files.keep(found.results);
        last = siteView(found, rowsOfOwn, files, options.workers);
      }
      return build[name](last, keys!, text) as Promise<Content | undefined>;
    },
  };
};

const buildersOf = (
  { results: folders, data = [], answers = [], explain, search }: SiteOptions,
  files: QueryFiles,
): Builders => {
  const texts = taskTexts(data);
  const openTask = taskOpener();
  const runs = runReader();
  const words = sharedWords();
  const begun = new WeakSet<Promise<unknown>>();
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
      results: folders.map(nameOf),
      missing: await missingOf(folders),
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
    uncertainty: async ({ boards }, [board, measure]) => {
      const known = boards.get(board)?.uncertainties.get(measure);
      if (!known) return undefined;
      const { first, whole } = known();
      // Who asks again wants the rest.
      const asked = begun.has(whole);
      begun.add(whole);
      return asked ? whole : first;
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
      const placed = await view.placed(system);
      if (placed.length === 0) return undefined;
      const own = view.results.filter((result) => result.system === system);
      return systemPageOf(placed, own, openTask, files);
    },
    task: async ({ tasks }, [key]) => {
      const found = tasks.get(key);
      return found && taskPageOf(found.shown, found.contents.board, found.rows(), texts, files);
    },
    outcomes: async ({ tasks }, [task]) => {
      const found = tasks.get(task);
      return found && taskOutcomesOf(found.shown, found.contents.board, texts, files, words);
    },
    columns: async ({ tasks }, [task, measure]) => {
      const found = tasks.get(task);
      const name = found?.contents.board.measures.find(({ key }) => key === measure)?.name;
      return name === undefined ? undefined : taskColumnsOf(found!.shown, name, files);
    },
    answers: async ({ tasks }, [task]) => {
      const found = tasks.get(task);
      return found && taskAnswersOf(found.shown, answers);
    },
    boardVariants: async ({ boards }, [key]) => {
      const board = boards.get(key);
      return board && boardVariantsOf(board.contents);
    },
    variants: async ({ boards }, [key, measure, system]) => {
      const { contents } = boards.get(key) ?? {};
      const name = contents?.board.measures.find((each) => each.key === measure)?.name;
      return name === undefined
        ? undefined
        : systemVariantsOf(contents!, boardVariantsOf(contents!), system, name, files);
    },
    scores: async (view, [task, system]) => {
      const found = resultOf(view, task, system);
      return found && queryScoresOf(found.shown, found.result, await files.rows(found.result), view.measures);
    },
    query: async ({ tasks }, [task, query]) => {
      const found = tasks.get(task);
      return (
        found &&
        queryPageOf(found.shown, query, found.contents.board, texts, runs, files, explain !== undefined)
      );
    },
    explanation: async (view, [key, query, system]) => {
      const found = resultOf(view, key, system);
      const ids = found ? (await files.columns([found.result])).get(found.result)?.ids : undefined;
      const id = ids && idOfKey(ids, query);
      const { task } = found ? await texts.open(found.shown) : {};
      const explained =
        id === undefined || !task ? undefined : await explain?.(found!.result, queryId(id), task);
      return explained && shownExplanation(explained);
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

/** A folder without the path to it. */
const nameOf = (folder: string): string => folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder;

const missingOf = async (folders: readonly string[]): Promise<readonly string[]> => {
  const there = await Promise.all(
    folders.map((folder) =>
      access(folder).then(
        () => true,
        () => false,
      ),
    ),
  );
  return folders.filter((_, i) => !there[i]).map(nameOf);
};
