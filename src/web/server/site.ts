import { access } from 'node:fs/promises';
import { calledAs, once } from '../../core/index.js';
import { packageVersion } from '../../platform/node/index.js';
import { isFolderTask, taskWords } from '../../tasks/index.js';
import { type Key, type ResourceAddress, resourceAt } from '../page-data/index.js';
import { auditLinkOf } from './audit-link.js';
import { type Changes, changesIn } from './changes.js';
import { liveStateOf, withRunning } from './live.js';
import { ownRows } from './own-rows.js';
import { queryFiles } from './query-files.js';
import { recordReader } from './records.js';
import type { Builders, FirstName, LaterName, SiteOptions } from './resource-builders.js';
import { type SiteView, siteView } from './site-view.js';

/** Every resource of the page, built when asked for. */
export interface Site {
  /** The content of an address; undefined where there is none. `text`: what is searched for. */
  resource<Content>(address: ResourceAddress<Content>, text?: string): Promise<Content | undefined>;
  /** Compares the scores of all queries with their seals; what is damaged is among the problems from then on. */
  check(): Promise<void>;
  /** Calls with what is now, and whenever it changes, until the function that it gives is called. */
  watch(changed: (now: Changes) => void): () => void;
}

/** Opens record folders as a site. Addresses are looked up among what is known; none becomes a path. */
export const openSite = (options: SiteOptions): Site => {
  const records = recordReader(options.results, options.cache, options.part);
  const files = queryFiles((result, problem) => {
    records.damaged(result, problem);
    changes.found();
  }, options.workers);
  const changes = changesIn(options.results, records.look, records.last, () => liveStateOf(options.results));
  const first: Partial<Builders> = firstBuilders(options);
  // Texts, explanations and the rest are most of the code, and the first view needs none of it.
  const later = once(async () => (await import('./page-builders.js')).pageBuilders(options, files));
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
        last = siteView(found, rowsOfOwn, files, options.workers, options.part);
      }
      const build = (first[name] ?? (await later())[name as LaterName]) as (
        view: SiteView,
        keys: readonly Key[],
        text?: string,
      ) => Promise<unknown>;
      return build(last, keys!, text) as Promise<Content | undefined>;
    },
  };
};

/** What the first view of a board asks for. */
const firstBuilders = ({ results: folders, explain, search }: SiteOptions): Pick<Builders, FirstName> => {
  const begun = new WeakSet<Promise<unknown>>();
  const live = () => liveStateOf(folders);
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
