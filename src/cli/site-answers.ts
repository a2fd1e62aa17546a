import { basename, dirname, relative } from 'node:path';
import {
  explainQuery,
  explainSearch,
  recordedRankings,
  type SystemToExplain,
} from '../analysis/explanation/index.js';
import {
  canonicalJson,
  type DocId,
  type Document,
  documentsById,
  type Task,
  type Tools,
} from '../core/index.js';
import { recordedText, rerunWords } from '../experiment/record/index.js';
import {
  openSystemContext,
  recordedSystem,
  type SystemContext,
  searchesFree,
  system,
} from '../experiment/systems/index.js';
import type { OwnResult, SiteOptions } from '../web/server/index.js';
import { heldOpen } from './held-open.js';
import { commandOn } from './worst-query-line.js';

/** Hits that are explained of a ranking. */
const HITS = 10;

/** Systems that stay open for the next question: an index of 60,000 documents is not built for each query. */
const HELD = 4;

/** Rows of a corpus whose documents stay in memory for the next question: R2MED's largest corpus has fewer. */
const HELD_DOCUMENTS = 500_000;

type Held = ReturnType<typeof heldOpen>;

/** Why a query came out as it did, and searches by hand. */
export type SiteAnswers = Required<Pick<SiteOptions, 'explain' | 'search'>> & { close(): Promise<void> };

/** What a site answers besides its records: why a query came out as it did, from what is kept; and searches by hand, for which no key is read. */
export const siteAnswers = (context: Omit<SystemContext, 'task'>, tools: Tools): SiteAnswers => {
  const held = new Map<string, Held>();
  const hold = (key: string, make: () => SystemToExplain): Held => {
    const found = held.get(key) ?? heldOpen(make());
    held.delete(key);
    held.set(key, found);
    return found;
  };
  const release = async (kept: number): Promise<void> => {
    for (const [key, { close }] of [...held].slice(0, Math.max(0, held.size - kept))) {
      held.delete(key);
      await close();
    }
  };
  // One at a time: a model answers one caller, and a page that asks for two systems would otherwise read a corpus twice at once.
  const queue = { last: Promise.resolve() as Promise<unknown> };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.last.then(work);
    queue.last = turn.catch(() => undefined).then(() => release(HELD));
    return turn;
  };
  const documents = heldDocuments();
  return {
    explain: (result, query, task) =>
      inTurn(() =>
        explainQuery({
          task,
          query,
          results: dirname(dirname(result.folder)),
          systems: [
            hold(canonicalJson([result.folder, result.seal, task.contentHash]), () =>
              recorded(result, { ...context, task }),
            ),
          ],
          ...(result.record.task.documents <= HELD_DOCUMENTS && { documents: documents(task) }),
          hits: HITS,
          texts: false,
          tools,
          // As it is called from here: a page that is handed on names no folder of this machine.
          commandFor: () =>
            commandOn('run', task, [
              ...rerunWords(result.record),
              '--out',
              // A record that is there is not made again; another folder fills the cache.
              `${relative('.', dirname(dirname(result.folder))) || 'results'}-again`,
            ]),
        }),
      ),
    search: {
      canSearch: async (name) => searchesFree(name),
      search: (name, task, text) =>
        inTurn(() =>
          explainSearch({
            task,
            text,
            systems: [
              hold(canonicalJson(['search', name, task.contentHash]), () => ({
                name,
                build: () => system(name, { ...context, env: withoutKeys(context.env), task }),
              })),
            ],
            hits: HITS,
            texts: false,
            tools,
          }),
        ),
    },
    close: () => inTurn(async () => undefined).then(() => release(0)),
  };
};

/** The same with models of their own, of which none is fetched for a page. `cached`: tools that call no model. */
export const openSiteAnswers = async (tools: Tools, cached: Tools): Promise<SiteAnswers> => {
  const { context, close } = await openSystemContext({ offline: true }, cached);
  const answers = siteAnswers(context, tools);
  return { ...answers, close: () => answers.close().finally(close) };
};

/** A model with a service and with files is then opened from its files. */
const withoutKeys = (env: SystemContext['env'] = {}): NonNullable<SystemContext['env']> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/KEY|TOKEN|BASE_URL/.test(name)));

/** The documents of the corpus that was asked for last, read once. */
const heldDocuments = () => {
  const last = { content: '', all: Promise.resolve(new Map() as ReadonlyMap<DocId, Document>) };
  return (task: Task) =>
    async (ids: ReadonlySet<DocId>): Promise<ReadonlyMap<DocId, Document>> => {
      const content = canonicalJson([task.name, task.suite, task.contentHash]);
      if (last.content !== content) Object.assign(last, { content, all: documentsById(task.corpus) });
      last.all.catch(() => {
        last.content = '';
      });
      const all = await last.all;
      return new Map([...ids].flatMap((id) => (all.has(id) ? [[id, all.get(id)!]] : [])));
    };
};

/** The system of a record, found again by the name of its folder. */
const recorded = ({ folder, record }: OwnResult, context: SystemContext): SystemToExplain => ({
  name: basename(dirname(folder)),
  rankings: () => recordedRankings(dirname(dirname(folder)), basename(dirname(folder)), context.task),
  build: (found = record) =>
    recordedSystem(recordedText(found), found.spec, { ...context, out: dirname(dirname(folder)) }),
});
