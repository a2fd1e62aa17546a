import { basename, dirname, relative } from 'node:path';
import { explainQuery, explainSearch, type SystemToExplain } from '../analysis/explanation/index.js';
import { canonicalJson, type Tools } from '../core/index.js';
import { recordedText, rerunWords } from '../experiment/record/index.js';
import { recordedSystem, type SystemContext, searchesFree, system } from '../experiment/systems/index.js';
import type { OwnResult, SiteOptions } from '../web/server/index.js';
import { heldOpen } from './held-open.js';
import { commandOn } from './worst-query-line.js';

/** Hits that are explained of a ranking. */
const HITS = 10;

/** Systems that stay open for the next question: an index of 60,000 documents is not built for each query. */
const HELD = 4;

type Held = ReturnType<typeof heldOpen>;

/** What a site answers besides its records: why a query came out as it did, from what is kept; and searches by hand, for which no key is read. */
export const siteAnswers = (
  context: Omit<SystemContext, 'task'>,
  tools: Tools,
): Required<Pick<SiteOptions, 'explain' | 'search'>> & { close(): Promise<void> } => {
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
  return {
    explain: (result, query, task) =>
      inTurn(() =>
        explainQuery({
          task,
          query,
          results: dirname(dirname(result.folder)),
          systems: [
            hold(canonicalJson([result.folder, result.record.spec, task.contentHash]), () =>
              recorded(result, { ...context, task }),
            ),
          ],
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
      canSearch: searchesFree,
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

/** A model with a service and with files is then opened from its files. */
const withoutKeys = (env: SystemContext['env'] = {}): NonNullable<SystemContext['env']> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/KEY|TOKEN|BASE_URL/.test(name)));

/** The system of a record, found again by the name of its folder. */
const recorded = ({ folder, record }: OwnResult, context: SystemContext): SystemToExplain => ({
  name: basename(dirname(folder)),
  build: (found = record) =>
    recordedSystem(recordedText(found), found.spec, { ...context, out: dirname(dirname(folder)) }),
});
