import type { Command } from 'commander';
import {
  defined,
  InputError,
  isJsonObject,
  type JsonObject,
  mustSucceed,
  parseShard,
  type Tools,
} from '../../core/index.js';
import { system, withSystemContext } from '../../experiment/systems/index.js';
import { table } from '../../platform/tables/index.js';
import { type Engine, type LoadOptions, PartLoaded } from '../../search/engines/index.js';
import { chosenName, chosenTasks, openChosen } from '../../tasks/index.js';
import { EMBEDDER, type FlagValues, part, pick, TASKS } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';
import { withEngine } from './opened-engine.js';

const FLAGS = {
  ...pick(
    TASKS,
    'retriever engine engineTimeout shards replicas part offline threads memory cache json quiet',
    EMBEDDER,
  ),
};

type LoadFlags = FlagValues<typeof FLAGS>;

export const engineLoad = (): Command =>
  part('load', 'load corpora before runs need them', FLAGS).action((flags: LoadFlags) =>
    stoppable(flags, (tools) => withEngine(flags, tools, (engine) => load(engine, flags, tools))),
  );

/** A corpus that is there, for one retriever. */
interface LoadedCorpus {
  readonly task: string;
  readonly retriever: string;
  readonly engine: JsonObject;
}

const load = async (engine: Engine, flags: LoadFlags, tools: Tools): Promise<void> => {
  const { retriever: texts = [], offline = false, json } = flags;
  if (texts.length === 0)
    throw new InputError({
      found: 'no retriever',
      fix: 'add --retriever bm25, --retriever bm25-lucene, or a dense model as --retriever bge',
    });
  if (!flags.task && !flags.data && !flags.suite)
    throw new InputError({ found: 'no task', fix: 'add --task Biology, --suite sample, or --data FOLDER' });
  const laidOut = withLayout(engine, flags);
  const loaded: LoadedCorpus[] = [];
  const { engine: _, ...others } = flags;
  await withSystemContext(others, tools, async (context) => {
    for (const chosen of chosenTasks(flags)) {
      const task = await openChosen(chosen, tools, { offline, generations: [] });
      for (const text of texts) {
        const retriever = await system(text, { ...context, task, engine: laidOut });
        const named = { task: chosenName(chosen), retriever: retriever.name };
        try {
          const { facts } = await retriever.open(task.corpus, tools);
          mustSucceed(retriever.name, facts);
          if (!isJsonObject(facts.engine))
            throw new InputError({
              found: `${text}, which searches no engine`,
              expected: 'bm25, bm25-lucene or a dense model',
              fix: 'name one retriever; further stages need no load',
            });
          loaded.push({ ...named, engine: facts.engine });
        } catch (error) {
          if (!(error instanceof PartLoaded)) throw error;
          loaded.push({ ...named, engine: { ...error.facts, complete: false } });
          tools.note(
            `${error.message}: ${flags.part} is loaded; the process that loads the last part checks all of them`,
          );
        } finally {
          await retriever.close?.();
        }
      }
    }
  });
  await (json ? printJson(loaded) : printLine(loadedTable(loaded)));
};

/** The engine, with the layout of new indexes that the flags name. */
const withLayout = (engine: Engine, { shards, replicas, part }: LoadFlags): Engine => {
  const layout: LoadOptions = defined({
    shards,
    replicas,
    part: part === undefined ? undefined : parseShard(part, '--part'),
  });
  const { openVectors } = engine;
  return {
    ...engine,
    openTerms: (corpus, recipe, tools, options) =>
      engine.openTerms(corpus, recipe, tools, { ...layout, ...options }),
    ...(openVectors && {
      openVectors: (wanted, tools, options) => openVectors(wanted, tools, { ...layout, ...options }),
    }),
  };
};

const loadedTable = (loaded: readonly LoadedCorpus[]): string =>
  table(loaded, [
    ['task', ({ task }) => task, 'left'],
    ['retriever', ({ retriever }) => retriever, 'left'],
    ['index', ({ engine }) => String(engine.index), 'left'],
    ['documents', ({ engine }) => Number(engine.documents).toLocaleString('en')],
    ['state', ({ engine }) => (engine.complete === false ? 'parts missing' : 'complete'), 'left'],
    ['shards', ({ engine }) => String(engine.shards ?? '–')],
    ['replicas', ({ engine }) => String(engine.replicas ?? '–')],
    [
      'seconds',
      ({ engine }) => (engine.openSeconds === undefined ? '–' : Number(engine.openSeconds).toFixed(1)),
    ],
  ]).text(screenWidth());
